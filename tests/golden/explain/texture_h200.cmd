# exit 0
explain
-q
../../../kernels/texture.cu:{out[y * SIDE + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);}
-k
rows_texture
