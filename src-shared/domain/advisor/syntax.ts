/**
 * The part of OpenCL C that the advisor reads, as trees. Decides nothing about values; what the parser could
 * not read is an `opaque` statement or expression, so that the rest of a kernel is still analysed.
 */
export type Expr =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[] }
  | { readonly kind: 'index'; readonly base: Expr; readonly index: Expr }
  | { readonly kind: 'member'; readonly base: Expr; readonly name: string; readonly arrow: boolean }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly arg: Expr }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'choice'; readonly cond: Expr; readonly yes: Expr; readonly no: Expr }
  | {
      readonly kind: 'assign';
      /** null: plain `=`. */
      readonly op: BinaryOp | null;
      readonly target: Expr;
      readonly value: Expr;
    }
  /** `++` and `--`: `before` gives the new value, else the old one. */
  | {
      readonly kind: 'step';
      readonly op: '+' | '-';
      readonly before: boolean;
      readonly target: Expr;
    }
  | { readonly kind: 'cast'; readonly type: TypeName; readonly arg: Expr }
  /** `(int2)(x, y)` and `{…}`. */
  | { readonly kind: 'list'; readonly type: TypeName | null; readonly items: readonly Expr[] }
  | { readonly kind: 'comma'; readonly items: readonly Expr[] }
  | { readonly kind: 'opaque' };

export type UnaryOp = '-' | '+' | '!' | '~' | '*' | '&';
export const binaryOps = [
  '*', '/', '%', '+', '-', '<<', '>>', '<', '>', '<=', '>=', '==', '!=', '&', '^', '|', '&&', '||',
] as const; // prettier-ignore
export type BinaryOp = (typeof binaryOps)[number];

export interface TypeName {
  /** Without qualifiers: `float4`, `uint`, `P` for `struct P`. */
  readonly base: string;
  readonly pointers: number;
  readonly space: 'global' | 'constant' | 'local' | 'private';
}

export interface Declarator {
  readonly name: string;
  readonly type: TypeName;
  readonly isArray: boolean;
  readonly init: Expr | null;
}

export type Stmt =
  | { readonly kind: 'declare'; readonly items: readonly Declarator[] }
  | { readonly kind: 'expr'; readonly expr: Expr }
  | { readonly kind: 'if'; readonly cond: Expr; readonly yes: Stmt; readonly no: Stmt | null }
  | {
      readonly kind: 'loop';
      readonly init: Stmt | null;
      /** null: for ever. */
      readonly cond: Expr | null;
      readonly step: Expr | null;
      readonly body: Stmt;
      /** false: `do … while`. */
      readonly testFirst: boolean;
    }
  | { readonly kind: 'switch'; readonly value: Expr; readonly parts: readonly SwitchPart[] }
  | { readonly kind: 'return'; readonly value: Expr | null }
  | { readonly kind: 'jump'; readonly to: 'break' | 'continue' }
  | { readonly kind: 'block'; readonly body: readonly Stmt[] }
  | { readonly kind: 'opaque'; readonly what: string };

export interface SwitchPart {
  /** Labels in front of it; null is `default`. */
  readonly labels: readonly (Expr | null)[];
  readonly body: readonly Stmt[];
}

export interface FunctionText {
  readonly name: string;
  readonly isKernel: boolean;
  readonly parameters: readonly { readonly name: string; readonly type: TypeName }[];
  readonly body: readonly Stmt[];
}

export interface StructField {
  readonly name: string;
  readonly type: TypeName;
  /** Elements of an array field, 1 for others; null: not a plain number. */
  readonly count: number | null;
}

export interface ProgramText {
  readonly functions: ReadonlyMap<string, FunctionText>;
  readonly structs: ReadonlyMap<string, readonly StructField[]>;
  readonly aliases: ReadonlyMap<string, TypeName>;
}
