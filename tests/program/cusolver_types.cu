// SPDX-License-Identifier: Apache-2.0
// Types of cuSOLVER functions that Lockstep lacks. Headers that several programs share name them, in
// functions that most of these programs never call; cuSOLVER's documentation gives the numbers.
#include <cstdio>
#include <cusolverDn.h>

static int refinement(const char *name, cusolverIRSRefinement_t *value)
{
    *value = name[0] == 'g' ? CUSOLVER_IRS_REFINE_GMRES : CUSOLVER_IRS_REFINE_NOT_SET;
    return (int)*value;
}

static int never_called(cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos, cusolverMathMode_t mode)
{
    return params == nullptr && infos == nullptr && mode == CUSOLVER_DEFAULT_MATH;
}

int main()
{
    cusolverIRSRefinement_t value;
    cusolverEigType_t type = CUSOLVER_EIG_TYPE_2;
    cusolverEigRange_t range = CUSOLVER_EIG_RANGE_V;
    cusolverNorm_t norm = CUSOLVER_FRO_NORM;
    printf("%d %d %d %d %d\n", refinement("gmres", &value), (int)type, (int)range, (int)norm,
           (int)CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED);
    return never_called == nullptr;
}
