# SPDX-License-Identifier: Apache-2.0
# Writes rows.inc: one struct for each matrix instruction.
rows=[]
def row(name,asm,fa,fb,fc,na,nb,nc,nd,wide=False,meta=None,chain=True,full=1024):
    rows.append(dict(name=name,asm=asm,fa=fa,fb=fb,fc=fc,na=na,nb=nb,nc=nc,nd=nd,wide=wide,meta=meta,chain=chain and nc==nd,full=full))
F='FORMAT_'
def mma(shape,lay,d,a,b,c,na,nb,nc,nd,fa,fb,fc,tail='',pre='',wide=False,chain=True,full=1024):
    row(f"mma_{shape}_{lay.replace('.','')}_{d}_{a}_{b}_{c}{tail.replace('.','_')}{pre.replace('.','_')}",
        f"mma.sync.aligned.{shape}.{lay}{pre}.{d}.{a}.{b}.{c}{tail}",fa,fb,fc,na,nb,nc,nd,wide,None,chain,full)
H='F16'
for lay in ('row.col','row.row','col.row','col.col'):
    mma('m8n8k4',lay,'f32','f16','f16','f32',2,2,8,8,H,H,'F32',full=256)
mma('m8n8k4','row.col','f16','f16','f16','f16',2,2,4,4,H,H,H,full=256)
mma('m8n8k4','row.col','f32','f16','f16','f16',2,2,4,8,H,H,H,full=256)
for k,na,nb in ((8,2,1),(16,4,2)):
    mma(f'm16n8k{k}','row.col','f32','f16','f16','f32',na,nb,4,4,H,H,'F32')
    mma(f'm16n8k{k}','row.col','f16','f16','f16','f16',na,nb,2,2,H,H,H)
    mma(f'm16n8k{k}','row.col','f32','bf16','bf16','f32',na,nb,4,4,'BF16','BF16','F32')
    mma(f'm16n8k{k//2}','row.col','f32','tf32','tf32','f32',na,nb,4,4,'TF32','TF32','F32')
for s,na,nb,nc in (('m8n8k4',1,1,2),('m16n8k4',2,1,4),('m16n8k8',4,2,4),('m16n8k16',8,4,4)):
    mma(s,'row.col','f64','f64','f64','f64',2*na,2*nb,2*nc,2*nc,'F64','F64','F64',wide=True,full=512)
E={'e4m3':'E4M3','e5m2':'E5M2'}
for a in E:
    for b in E:
        mma('m16n8k32','row.col','f32',a,b,'f32',4,2,4,4,E[a],E[b],'F32')
mma('m16n8k16','row.col','f32','e4m3','e4m3','f32',2,1,4,4,'E4M3','E4M3','F32')
mma('m16n8k32','row.col','f16','e4m3','e4m3','f16',4,2,2,2,'E4M3','E4M3',H)
mma('m16n8k32','row.col','f16','e5m2','e5m2','f16',4,2,2,2,'E5M2','E5M2',H)
R='RAW'
for sa in 'su':
    for sb in 'su':
        for t in ('8','4'):
            a,b=sa+t,sb+t
            for s8,s4,na,nb,nc in (('m8n8k16','m8n8k32',1,1,2),('m16n8k16','m16n8k32',2,1,4),('m16n8k32','m16n8k64',4,2,4)):
                s=s8 if t=='8' else s4
                sats=('','.satfinite') if (sa==sb=='s' or s in('m16n8k32','m16n8k64')) else ('',)
                for sat in sats:
                    row(f"mma_{s}_rowcol_s32_{a}_{b}_s32{sat.replace('.','_')}",f"mma.sync.aligned.{s}.row.col{sat}.s32.{a}.{b}.s32",R,R,R,na,nb,nc,nc,full=64)
for op in ('xor','and'):
    for s,na,nb,nc in (('m8n8k128',1,1,2),('m16n8k128',2,1,4),('m16n8k256',4,2,4)):
        row(f"mma_{s}_b1_{op}",f"mma.sync.aligned.{s}.row.col.s32.b1.b1.s32.{op}.popc",R,R,R,na,nb,nc,nc,full=64)
# sparse
def sp(shape,d,a,b,c,na,nb,nc,fa,fb,fc,sel,full=512,pre=''):
    row(f"sp_{shape}_{d}_{a}_{b}_{c}_sel{sel}{pre.replace('.','_')}",f"mma.sp::ordered_metadata.sync.aligned.{shape}.row.col{pre}.{d}.{a}.{b}.{c}",fa,fb,fc,na,nb,nc,nc,False,sel,True,full)
for sel in (0,1,2,3):
    sp('m16n8k16','f32','f16','f16','f32',2,2,4,H,H,'F32',sel)
for sel in (0,1):
    sp('m16n8k32','f32','f16','f16','f32',4,4,4,H,H,'F32',sel)
sp('m16n8k32','f16','f16','f16','f16',4,4,2,H,H,H,0)
sp('m16n8k32','f32','bf16','bf16','f32',4,4,4,'BF16','BF16','F32',0)
sp('m16n8k16','f32','bf16','bf16','f32',2,2,4,'BF16','BF16','F32',0)
sp('m16n8k8','f32','tf32','tf32','f32',2,2,4,'TF32','TF32','F32',0)
sp('m16n8k16','f32','tf32','tf32','f32',4,4,4,'TF32','TF32','F32',0)
sp('m16n8k64','f32','e4m3','e4m3','f32',4,4,4,'E4M3','E4M3','F32',0)
sp('m16n8k32','s32','s8','s8','s32',2,2,4,R,R,R,0,64)
sp('m16n8k64','s32','s8','s8','s32',4,4,4,R,R,R,0,64)
sp('m16n8k64','s32','s4','s4','s32',2,2,4,R,R,R,0,64)
sp('m16n8k128','s32','s4','s4','s32',4,4,4,R,R,R,0,64)
# wmma
def wmma(shape,lay,ts,na,nb,nc,nd,fa,fb,fc,wide=False,tail='',pre='',full=128):
    row(f"wmma_{shape}_{lay.replace('.','')}_{ts.replace('.','_')}{tail.replace('.','_')}",f"wmma.mma{pre}.sync.aligned.{lay}.{shape}.{ts}{tail}",fa,fb,fc,na,nb,nc,nd,wide,None,True,full)
for s in ('m16n16k16','m32n8k16','m8n32k16'):
    for lay in ('row.col','row.row','col.col','col.row'):
        wmma(s,lay,'f32.f32',8,8,8,8,H,H,'F32')
    wmma(s,'row.col','f16.f16',8,8,4,4,H,H,H)
    wmma(s,'row.col','f32.f16',8,8,4,8,H,H,H)
    wmma(s,'row.col','f16.f32',8,8,8,4,H,H,'F32')
for s,na,nb in (('m16n16k16',4,4),('m32n8k16',8,2),('m8n32k16',2,8)):
    for lay in ('row.col','col.row'):
        wmma(s,lay,'f32.bf16.bf16.f32',na,nb,8,8,'BF16','BF16','F32')
for s,na,nb in (('m16n16k16',2,2),('m32n8k16',4,1),('m8n32k16',1,4)):
    for lay in ('row.col','col.row'):
        for t in ('s8','u8'):
            wmma(s,lay,f's32.{t}.{t}.s32',na,nb,8,8,R,R,R,tail='.satfinite' if t=='s8' else '',full=64)
for lay in ('row.col','row.row','col.col','col.row'):
    wmma('m16n16k8',lay,'f32.tf32.tf32.f32',4,4,8,8,'TF32','TF32','F32')
    wmma('m8n8k4',lay,'f64.f64.f64.f64',2,2,4,4,'F64','F64','F64',wide=True)
wmma('m8n8k32','row.col','s32.s4.s4.s32',1,1,2,2,R,R,R,full=64)
wmma('m8n8k32','row.col','s32.u4.u4.s32',1,1,2,2,R,R,R,full=64)
wmma('m8n8k128','row.col','s32.b1.b1.s32',1,1,2,2,R,R,R,pre='.xor.popc',full=64)

# more of sparse matrices, behind the others so that these keep their numbers
S=('u8','s8'),('s8','u8'),('u8','u8')
for sel in (0,2):
    sp('m16n8k16','f16','f16','f16','f16',2,2,2,H,H,H,sel)
sp('m16n8k32','f16','f16','f16','f16',4,4,2,H,H,H,1)
sp('m16n8k16','f32','bf16','bf16','f32',2,2,4,'BF16','BF16','F32',3)
sp('m16n8k32','f32','bf16','bf16','f32',4,4,4,'BF16','BF16','F32',1)
for sel in (1,2,3):
    sp('m16n8k8','f32','tf32','tf32','f32',2,2,4,'TF32','TF32','F32',sel)
sp('m16n8k16','f32','tf32','tf32','f32',4,4,4,'TF32','TF32','F32',1)
for a,b in (('e4m3','e5m2'),('e5m2','e4m3'),('e5m2','e5m2')):
    sp('m16n8k64','f32',a,b,'f32',4,4,4,E[a],E[b],'F32',0)
sp('m16n8k32','s32','s8','s8','s32',2,2,4,R,R,R,1,64)
for a,b in S:
    sp('m16n8k32','s32',a,b,'s32',2,2,4,R,R,R,0,64)
    sp('m16n8k64','s32',a,b,'s32',4,4,4,R,R,R,0,64)
sp('m16n8k64','s32','s4','s4','s32',2,2,4,R,R,R,1,64)
for a,b in (('u4','s4'),('s4','u4'),('u4','u4')):
    sp('m16n8k64','s32',a,b,'s32',2,2,4,R,R,R,0,64)
    sp('m16n8k128','s32',a,b,'s32',4,4,4,R,R,R,0,64)
for s,t,n in (('m16n8k32','s8',2),('m16n8k64','s8',4),('m16n8k64','s4',2),('m16n8k128','s4',4)):
    sp(s,'s32',t,t,'s32',n,n,4,R,R,R,0,64,pre='.satfinite')

out=[]
def ops(first,n): return '{'+','.join(f'%{first+i}' for i in range(n))+'}'
for i,r in enumerate(rows):
    w=2 if r['wide'] else 1
    c='d' if r['wide'] else 'r'
    def load(n,k): 
        if not r['wide']: return ', '.join(f'"r"({n}[{j}])' for j in range(k))
        return ', '.join(f'"d"(__hiloint2double((int){n}[{2*j+1}],(int){n}[{2*j}]))' for j in range(k//2))
    # f16 C operands are .f16x2 in b32 registers; f32 operands use .f32 registers: "f"
    def cls(fmt): return 'f' if fmt=='F32' else c
    def loadf(n,k,fmt):
        if fmt=='F32': return ', '.join(f'"f"(__uint_as_float({n}[{j}]))' for j in range(k))
        return load(n,k)
    parts=r['asm'].split('.')
    name=r['name']
    # D's type: f32 results use "f"
    if name.startswith('wmma'):
        ts=name.split('_',3)[3] if not r['wide'] else 'f64'
        dt=ts.split('_')[0]
    elif name.startswith('sp'): dt=name.split('_')[2]
    else: dt=name.split('_')[3] if '_b1_' not in name else 's32'
    nd=r['nd']//w
    dcls='f' if dt=='f32' else c
    decl=''
    if dcls=='f': decl='float t[%d];'%nd; outs=', '.join(f'"=f"(t[{j}])' for j in range(nd)); post=''.join(f'd[{j}]=__float_as_uint(t[{j}]);' for j in range(nd))
    elif dcls=='d': decl='double t[%d];'%nd; outs=', '.join(f'"=d"(t[{j}])' for j in range(nd)); post=''.join(f'd[{2*j}]=(uint32_t)__double2loint(t[{j}]);d[{2*j+1}]=(uint32_t)__double2hiint(t[{j}]);' for j in range(nd))
    else: outs=', '.join(f'"=r"(d[{j}])' for j in range(nd)); post=''
    na,nb,nc=r['na']//w,r['nb']//w,r['nc']//w
    tmpl=f"{r['asm']} {ops(0,nd)}, {ops(nd,na)}, {ops(nd+na,nb)}, {ops(nd+na+nb,nc)}"
    ins=[load('a',r['na']),load('b',r['nb']),loadf('c',r['nc'],r['fc'])]
    if r['meta'] is not None:
        tmpl+=f", %{nd+na+nb+nc}, {r['meta']}"
        ins.append('"r"(e)')
    out.append(f"""template <> struct Row<{i}> {{
    static constexpr int na = {r['na']}, nb = {r['nb']}, nc = {r['nc']}, nd = {r['nd']}, full = {r['full']};
    static constexpr int fa = FORMAT_{r['fa']}, fb = FORMAT_{r['fb']}, fc = FORMAT_{r['fc']};
    static constexpr bool chain = {str(r['chain']).lower()};
    static const char *name() {{ return "{name}"; }}
    static const char *text() {{ return "{r['asm']}"; }}
    static __device__ __forceinline__ void go(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t e)
    {{
        {decl} (void)e;
        asm volatile("{tmpl};" : {outs} : {', '.join(ins)});
        {post}
    }}
}};""")
out.append(f"#define ROW_COUNT {len(rows)}")
# wmma loads
loads=[]
def ld(op,shape,t,n,bits,rows_,cols,wide=False):
    for lay in ('row','col'):
        loads.append((op,shape,t,n,bits,rows_,cols,lay,wide))
for m,n in ((16,16),(32,8),(8,32)):
    s=f'm{m}n{n}k16'
    ld('a',s,'f16',8,16,m,16); ld('b',s,'f16',8,16,16,n); ld('c',s,'f16',4,16,m,n); ld('c',s,'f32',8,32,m,n)
    ld('a',s,'bf16',m*16//64,16,m,16); ld('b',s,'bf16',n*16//64,16,16,n)
    ld('a',s,'u8',m*16//128,8,m,16); ld('b',s,'u8',n*16//128,8,16,n); ld('c',s,'s32',8,32,m,n)
ld('a','m16n16k8','tf32',4,32,16,8); ld('b','m16n16k8','tf32',4,32,8,16); ld('c','m16n16k8','f32',8,32,16,16)
ld('a','m8n8k4','f64',1,64,8,4,True); ld('b','m8n8k4','f64',1,64,4,8,True); ld('c','m8n8k4','f64',2,64,8,8,True)
for t,s,bits,k in (('u4','m8n8k32',4,32),('b1','m8n8k128',1,128)):
    loads.append(('a',s,t,1,bits,8,k,'row',False)); loads.append(('b',s,t,1,bits,k,8,'col',False)); ld('c',s,'s32',2,32,8,8)
for i,(op,s,t,n,bits,R_,C_,lay,wide) in enumerate(loads):
    ldm = C_ if lay=='row' else R_
    cl='d' if wide else ('f' if t=='f32' else 'r')
    ct={'d':'double','f':'float','r':'uint32_t'}[cl]
    outs=', '.join(f'"={cl}"(t[{j}])' for j in range(n))
    conv={'d':'d[2*j]=(uint32_t)__double2loint(t[j]);d[2*j+1]=(uint32_t)__double2hiint(t[j]);','f':'d[j]=__float_as_uint(t[j]);','r':'d[j]=t[j];'}[cl]
    out.append(f"""template <> struct Load<{i}> {{
    static constexpr int n = {n*(2 if wide else 1)}, bits = {bits}, rows = {R_}, columns = {C_};
    static const char *name() {{ return "wmma.load.{op}.{lay}.{s}.{t}"; }}
    static __device__ __forceinline__ void go(uint32_t *d, const void *p)
    {{
        {ct} t[{n}];
        asm volatile("wmma.load.{op}.sync.aligned.{lay}.{s}.{t} {ops(0,n)}, [%{n}], {ldm};" : {outs} : "l"(p) : "memory");
        for (int j = 0; j < {n}; j++) {{ {conv} }}
    }}
}};""")
out.append(f"#define LOAD_COUNT {len(loads)}")
open('rows.inc','w').write('\n'.join(out)+'\n')
print(len(rows),len(loads))
