/**
 * The integer values of a kernel as a graph of nodes without side effects: what an index or a condition is
 * made of, down to the numbers of the work-item, the scalars and what is read from memory. Decides on what
 * each value depends; refuses nothing: what was not understood is an `unknown` node, and everything that is
 * made of it is known to be so.
 */
import type { BinaryOp } from './syntax';

/** As C computes: 32 and 64 bits, signed and unsigned, and floating point. */
export type NumberType = 'i32' | 'u32' | 'i64' | 'u64' | 'f';

export type ItemQuery = 'global-id' | 'local-id' | 'group-id' | 'local-size' | 'group-count';
export type MathName =
  | 'min' | 'max' | 'abs' | 'floor' | 'ceil' | 'sqrt' | 'popcount' | 'clz' | 'trunc' | 'round' | 'rint'; // prettier-ignore

export type Operation =
  | { readonly op: 'const'; readonly value: number }
  | { readonly op: 'scalar'; readonly name: string }
  | { readonly op: 'query'; readonly query: ItemQuery; readonly dimension: number }
  | { readonly op: 'global-size'; readonly dimension: number }
  | { readonly op: 'binary'; readonly operator: BinaryOp }
  | { readonly op: 'convert' }
  | { readonly op: 'not' }
  | { readonly op: 'math'; readonly name: MathName }
  /** args: condition, value if so, value if not. */
  | { readonly op: 'select' }
  /** Read from memory; args: the address. `own`: from memory of the work-item itself. */
  | { readonly op: 'load'; readonly own: boolean }
  /** The value of a variable at the start of an iteration; args: at the first, then as the body leaves it. */
  | { readonly op: 'phi'; readonly loop: number }
  /** The value that a variable has after a loop; args: its phi, the loop's condition. */
  | { readonly op: 'after'; readonly loop: number }
  /** What a function returns whose arithmetic is not followed; the same for the same arguments. */
  | { readonly op: 'call'; readonly name: string }
  /** What a call returns that hands each work-item something of its own (atomics). */
  | { readonly op: 'taken' }
  | { readonly op: 'unknown' };

export interface ValueNode {
  readonly id: number;
  readonly operation: Operation;
  readonly type: NumberType;
  args: readonly number[];
}

/**
 * What a value depends on. `item`: differs between the work-items of a group. `data`: that, through memory.
 * `unknown`: could not be followed and may differ. `opaque`: the same for all, but not known.
 */
export interface Dependence {
  readonly item: boolean;
  readonly data: boolean;
  readonly unknown: boolean;
  readonly opaque: boolean;
  /** Loops (bits) whose iteration it follows. */
  readonly loops: number;
}

export const mostLoops = 24;
const mostNodes = 20_000;
/** Operations on top of each other, each a call when the value is worked out; a loop's iterations do not count. */
const deepest = 500;
const itemQueries: ReadonlySet<ItemQuery> = new Set(['global-id', 'local-id']);

export class ValueGraph {
  readonly nodes: ValueNode[] = [];
  private readonly known = new Map<string, number>();
  private readonly depths: number[] = [];
  /** Stands for all that comes when the graph is full. */
  private overflow: number | null = null;
  private dependences: Dependence[] = [];

  add(operation: Operation, type: NumberType, args: readonly number[] = []): number {
    // Phis and unknowns are each their own; everything else is one node per meaning.
    const isUnique =
      operation.op === 'phi' || operation.op === 'unknown' || operation.op === 'taken';
    const key = isUnique ? '' : `${JSON.stringify(operation)}${type}${args.join()}`;
    const before = isUnique ? undefined : this.known.get(key);
    if (before !== undefined) return before;
    if (this.nodes.length > mostNodes) {
      this.overflow ??= this.push({ op: 'unknown' }, 'i64', [], 0);
      return this.overflow;
    }
    let depth = 0;
    for (const arg of args) depth = Math.max(depth, 1 + (this.depths[arg] ?? 0));
    if (depth > deepest) return this.add({ op: 'unknown' }, type);
    const id = this.push(operation, type, args, depth);
    if (!isUnique) this.known.set(key, id);
    return id;
  }

  private push(
    operation: Operation,
    type: NumberType,
    args: readonly number[],
    depth: number,
  ): number {
    const id = this.nodes.length;
    this.nodes.push({ id, operation, type, args });
    this.depths.push(depth);
    return id;
  }

  constant(value: number, type: NumberType = 'i32'): number {
    return this.add({ op: 'const', value }, type);
  }

  unknown(): number {
    return this.add({ op: 'unknown' }, 'i64');
  }

  typeOf(id: number): NumberType {
    return this.nodes[id]?.type ?? 'i64';
  }

  /** Closes a phi with the value that the loop's body leaves. */
  close(phi: number, update: number): void {
    const node = this.nodes[phi];
    if (node?.operation.op === 'phi') node.args = [node.args[0] ?? phi, update];
  }

  convert(id: number, type: NumberType): number {
    return this.typeOf(id) === type ? id : this.add({ op: 'convert' }, type, [id]);
  }

  binary(operator: BinaryOp, left: number, right: number): number {
    const isLogic = ['<', '>', '<=', '>=', '==', '!=', '&&', '||'].includes(operator);
    if (operator === '&&' || operator === '||') {
      return this.add({ op: 'binary', operator }, 'i32', [left, right]);
    }
    const isShift = operator === '<<' || operator === '>>';
    const type = isShift ? this.typeOf(left) : commonType(this.typeOf(left), this.typeOf(right));
    const args = isShift ? [left, right] : [this.convert(left, type), this.convert(right, type)];
    return this.add({ op: 'binary', operator }, isLogic ? 'i32' : type, args);
  }

  /** To be called once all nodes exist. Follows loops until nothing changes. */
  settle(): void {
    const none: Dependence = { item: false, data: false, unknown: false, opaque: false, loops: 0 };
    this.dependences = this.nodes.map(() => none);
    for (let changed = true; changed;) {
      changed = false;
      for (const node of this.nodes) {
        const [before, after] = [this.dependences[node.id] ?? none, this.dependenceOf(node)];
        if (
          Object.keys(after).some(
            (key) => after[key as keyof Dependence] !== before[key as keyof Dependence],
          )
        ) {
          this.dependences[node.id] = after;
          changed = true;
        }
      }
    }
  }

  dependence(id: number): Dependence {
    const found = this.dependences[id];
    if (found === undefined) throw new Error('the graph is not settled');
    return found;
  }

  private dependenceOf({ operation, args }: ValueNode): Dependence {
    const parts = args.map((arg) => this.dependence(arg));
    const some = (key: 'item' | 'data' | 'unknown' | 'opaque'): boolean =>
      parts.some((part) => part[key]);
    const loops = parts.reduce((bits, part) => bits | part.loops, 0);
    const all = {
      item: some('item'),
      data: some('data'),
      unknown: some('unknown'),
      opaque: some('opaque'),
      loops,
    };
    const varies = all.item || all.data;
    switch (operation.op) {
      case 'query':
        return { ...all, item: itemQueries.has(operation.query) };
      case 'unknown':
        return { ...all, unknown: true };
      case 'taken':
        return { ...all, data: true };
      case 'load':
        return operation.own
          ? { ...all, unknown: true }
          : { ...all, item: false, data: varies, opaque: !varies };
      case 'call':
        return {
          ...all,
          item: false,
          unknown: all.unknown || (all.item && !all.data),
          opaque: true,
        };
      case 'phi':
        return { ...all, loops: loops | (1 << operation.loop) };
      case 'after': {
        const inside = loops & ~(1 << operation.loop);
        return {
          ...all,
          item: false,
          unknown: all.unknown || (varies && !all.data),
          opaque: true,
          loops: inside,
        };
      }
      default:
        return all;
    }
  }
}

/** The type in which C adds a value of each (the usual arithmetic conversions). */
export const commonType = (a: NumberType, b: NumberType): NumberType => {
  const order: readonly NumberType[] = ['i32', 'u32', 'i64', 'u64', 'f'];
  return order.indexOf(a) > order.indexOf(b) ? a : b;
};
