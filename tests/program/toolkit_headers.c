/* The libraries' headers in C. */
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <stdio.h>

int main(void)
{
    cudaDataType_t type = CUDA_R_64F;
    libraryPropertyType_t part = MINOR_VERSION;
    cusparseSpSVDescr_t solve = NULL;
    printf("%d %d %d\n", (int)type, (int)part, solve == NULL);
    return 0;
}
