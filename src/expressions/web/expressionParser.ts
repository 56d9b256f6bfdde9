// Made of expression.grammar by scripts/expressionGrammar.ts.
import { LRParser } from '@lezer/lr'
const spec_Name = {
  __proto__: null,
  true: 81,
  TRUE: 81,
  false: 81,
  FALSE: 81,
  null: 83,
  NULL: 83,
  not: 89,
  NOT: 89,
  in: 103,
  IN: 103,
  and: 105,
  AND: 105,
  or: 107,
  OR: 107,
}
export const parser = LRParser.deserialize({
  version: 14,
  states:
    ")SQVQPOOOOQO'#C`'#C`OOQO'#Cb'#CbOwQPO'#CcO!OQPO'#ChO#VQPO'#CgOVQPO'#CnOOQO'#Cp'#CpOOQO'#Cq'#CqOOQO'#Cr'#CrOVQPO'#CoQ#[QPOOOOQO'#DT'#DTOVQPO'#CoOOQO,58},58}O$PQPO,58}O$ZQPO'#DPO$`QPO,59WO%dQPO'#CiOOQO,59R,59RO%kQPO,59YO&ZQPO,59ZOOQO'#Cs'#CsOOQO,59Z,59ZOOQO'#Cu'#CuOOQO'#Cv'#CvOOQO'#Cw'#CwOOQO'#Cx'#CxOOQO'#Cy'#CyOOQO'#Cz'#CzOOQO'#C{'#C{OOQO'#C|'#C|OOQO'#C}'#C}OVQPO,59`OVQPO,59`OVQPO,59`OVQPO,59`OVQPO,59`OVQPO,59`OVQPO,59`O&wQPO,59ZOVQPO'#DOO'eQPO1G.iOOQO1G.i1G.iOOQO,59k,59kOOQO-E6}-E6}OOQO,59T,59TO'mQPO,59TOOQO1G.t1G.tO(uQPO1G.zO(|QPO1G.zO*OQPO1G.zO*YQPO1G.zO+_QPO1G.zO+iQPO1G.zO,eQPO1G.zO,xQPO,59jOOQO-E6|-E6|OOQO7+$T7+$TO-VQPO1G.oOOQO1G.o1G.oOOQO7+$Z7+$Z",
  stateData:
    "-_~OvOS~OQ[OR[OTSOWRO^UOxPOyQOzVO{WO|XO~OY^O~PVOa`O^[Xt`Xz`X{`X}`X!O`X!P`X!Q`X!R`X!S`X!T`X!U`X!V`XX`XY`X_`X~O^bO~OzkO{jO}fO!OhO!PiO!QiO!RlO!SmO!TnO!UoO!VpO~OXyOY{O~P#[OT|O~Oa`Ot`az`a{`a}`a!O`a!P`a!Q`a!R`a!S`a!T`a!U`a!V`aX`aY`a_`a~O_!OO~PVO_!QO~P#[O}fOtca!Uca!VcaXcaYca_ca~Ozca{ca!Oca!Pca!Qca!Rca!Sca!Tca~P%rOzkO{jO!OhO!PiO!QiO!RlO!SmO!TnO~P%rOXyOY![O~OXyO_!^O~P#[O}fOthizhi{hi!Phi!Qhi!Rhi!Shi!Thi!Uhi!VhiXhiYhi_hi~O!Ohi~P'wO!OhO~P'wO}fO!OhO!PiO!QiOthi!Rhi!Shi!Thi!Uhi!VhiXhiYhi_hi~Ozhi{hi~P)TOzkO{jO~P)TOzkO{jO}fO!OhO!PiO!QiO!RlOthi!Uhi!VhiXhiYhi_hi~O!Shi!Thi~P*dO!SmO!TnO~P*dOzkO{jO}fO!OhO!PiO!QiO!RlO!SmO!TnO!UoO~Othi!VhiXhiYhi_hi~P+sOXraYra_ra~P#[OXyO_!_O~O",
  goto: '&kxPPPPyPyyPPPy!Z!kPPyPyy!n!n#O#`y#p$O$]$]$i$t$t%O%W%_%iPPP%om[ORUY]bqrstuvwymTORUY]bqrstuvwyRcTmYORUY]bqrstuvwym]ORUY]bqrstuvwymgZ_dex!P!R!S!T!U!V!W!X!YiqZ_dx!P!S!T!U!V!W!X!YgrZ_dx!P!T!U!V!W!X!YesZ_dx!P!U!V!W!X!YctZ_dx!P!V!W!X!YauZ_dx!P!W!X!Y]vZ_d!P!X!YZwZ_d!P!YQz_S!Zz!]R!]!PQaSR}aQZOQ_RQdUQeYQx]Q!PbQ!RqQ!SrQ!TsQ!UtQ!VuQ!WvQ!XwR!Yy',
  nodeNames:
    '⚠ Formula Text Number Boolean Name Null List [ , ] Call FunctionName Arguments ( ) Path . Parenthesized Unary Minus Plus Keyword Percent Binary Power Times Plus Minus Join Compare Keyword Keyword Keyword',
  maxTerm: 53,
  skippedNodes: [0],
  repeatNodeCount: 2,
  tokenData:
    "']~RjXY!sYZ!s]^!spq!srs#Uuv#xvw#}xy$Syz$Xz{$^{|$c|}$h}!O$m!O!P$r!P!Q$w!Q![$|!^!_%g!_!`%r!`!a%w!b!c&P!c!}&k!}#O&|#P#Q'R#Q#R'W#R#S&k#T#o&k~!xSv~XY!sYZ!s]^!spq!s~#ZTQ~Or#Urs#js;'S#U;'S;=`#r<%lO#U~#oPQ~rs#U~#uP;=`<%l#U~#}O}~~$SO!R~~$XO^~~$^O_~~$cO!P~~$hO{~~$mOX~~$rOz~~$wOa~~$|O!Q~~%RQR~!O!P%X!Q![$|~%[P!Q![%_~%dPR~!Q![%_~%lQ!S~!_!`%r!`!a%r~%wO!S~~%|P!S~!_!`%r~&SR}!O&]!Q![&]#T#Z&]~&bRT~}!O&]!Q![&]#T#Z&]~&pST~!Q![&k!c!}&k#R#S&k#T#o&k~'ROW~~'WOY~~']O!O~",
  tokenizers: [0],
  topRules: { Formula: [0, 1] },
  specialized: [{ term: 5, get: (value: keyof typeof spec_Name) => spec_Name[value] || -1 }],
  tokenPrec: 0,
})
