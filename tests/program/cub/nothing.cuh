// SPDX-License-Identifier: Apache-2.0
// A header of a library, for registered.cu.
