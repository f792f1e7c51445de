// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a)
{
    if (a[0] > 0) {
        break;
    }
    continue;
    case 3: a[1] = 2;
    goto nowhere;
}
