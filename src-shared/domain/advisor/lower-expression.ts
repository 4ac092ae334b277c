/**
 * Expressions of OpenCL C as values of the graph, with the memory that they touch noted on the way. Decides
 * what a name, an element or a field is; what it cannot follow is an unknown value.
 */
import { parseType } from '../opencl-types';
import { lowerBuiltin } from './lower-builtin';
import type { Location, Value } from './lower-values';
import { mergeValues, nodeOf, nowhere, numberValue } from './lower-values';
import type { Lowering } from './lowering';
import type { BinaryOp, Expr, TypeName } from './syntax';
import { componentsOf, fieldOf, numberTypeOf, resolveType } from './type-layout';

export type InlineCall = (name: string, args: readonly Value[]) => Value | null;

const literal = (
  text: string,
): { readonly value: number; readonly isFloat: boolean; readonly suffix: string } => {
  const match = /^(0[xX][\da-fA-F]+|[\d.]+(?:[eE]\d+)?)([uUlLfFhH]*)$/.exec(text);
  const digits = match?.[1] ?? '';
  const isHex = /^0[xX]/.test(digits);
  const isFloat = !isHex && (/[.eE]/.test(text) || /[fFhH]$/.test(text));
  const isOctal = /^0\d+$/.test(digits) && !isFloat;
  const value = isOctal ? parseInt(digits, 8) : Number(digits === '' ? NaN : digits);
  return { value, isFloat, suffix: (match?.[2] ?? '').toLowerCase() };
};

const constants: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
  ['INT_MAX', 2147483647],
  ['CLK_LOCAL_MEM_FENCE', 1],
  ['CLK_GLOBAL_MEM_FENCE', 2],
]);

export class ExpressionLowering {
  constructor(
    readonly to: Lowering,
    private readonly inline: InlineCall,
  ) {}

  value(expr: Expr): Value {
    return this.to.step(() => this.take(expr));
  }

  private take(expr: Expr): Value {
    const { graph } = this.to;
    switch (expr.kind) {
      case 'number': {
        const { value, isFloat, suffix } = literal(expr.text);
        if (Number.isNaN(value)) return this.unknown();
        if (isFloat) return numberValue(graph.constant(value, 'f'));
        const isUnsigned = suffix.includes('u');
        const isLong = suffix.includes('l') || value >= (isUnsigned ? 2 ** 32 : 2 ** 31);
        const type = isLong ? (isUnsigned ? 'u64' : 'i64') : isUnsigned ? 'u32' : 'i32';
        return numberValue(graph.constant(value, type));
      }
      case 'name':
        return this.name(expr.name);
      case 'index':
      case 'member':
        return this.read(expr);
      case 'unary':
        return this.unary(expr);
      case 'binary':
        return this.binary(expr.op, this.value(expr.left), this.value(expr.right));
      case 'choice': {
        const condition = this.node(expr.cond);
        this.to.branches.push({ ...this.to.place(), kind: 'choice', condition, loop: null });
        const yes = this.to.under(condition, true, () => this.value(expr.yes));
        const no = this.to.under(condition, false, () => this.value(expr.no));
        return this.select(condition, yes, no);
      }
      case 'assign': {
        const value = this.value(expr.value);
        if (expr.op === null) return this.write(expr.target, value);
        return this.write(expr.target, this.binary(expr.op, this.value(expr.target), value));
      }
      case 'step': {
        const before = this.value(expr.target);
        const after = this.write(
          expr.target,
          this.binary(expr.op, before, numberValue(graph.constant(1))),
        );
        return expr.before ? after : before;
      }
      case 'cast':
        return this.cast(expr.type, this.value(expr.arg));
      case 'list':
        return this.list(
          expr.type,
          expr.items.map((item) => this.value(item)),
        );
      case 'comma':
        return expr.items.map((item) => this.value(item)).at(-1) ?? this.unknown();
      case 'call':
        return this.call(expr);
      case 'opaque':
        return this.unknown();
    }
  }

  node(expr: Expr): number {
    return nodeOf(this.to.graph, this.value(expr));
  }

  unknown(): Value {
    return numberValue(this.to.graph.unknown());
  }

  select(condition: number, yes: Value, no: Value): Value {
    const { graph } = this.to;
    return mergeValues(graph, yes, no, (a, b) => {
      if (a === b) return a;
      const [left, right] = [graph.typeOf(a), graph.typeOf(b)];
      const type = left === 'f' || right === 'f' ? 'f' : left === right ? left : 'i64';
      return graph.add({ op: 'select' }, type, [
        condition,
        graph.convert(a, type),
        graph.convert(b, type),
      ]);
    });
  }

  binary(op: BinaryOp, left: Value, right: Value): Value {
    const { graph } = this.to;
    if (left.kind === 'pointer' && (op === '+' || op === '-')) {
      const index = nodeOf(graph, right);
      const signed =
        op === '+'
          ? index
          : graph.binary('-', graph.constant(0, 'i64'), graph.convert(index, 'i64'));
      return { ...left, offset: this.to.advance(left.offset, signed, left.element) };
    }
    if (right.kind === 'pointer' && op === '+') return this.binary(op, right, left);
    const vector = left.kind === 'vector' ? left : right.kind === 'vector' ? right : null;
    if (vector !== null) {
      const part = (value: Value, at: number): number =>
        value.kind === 'vector' ? (value.parts[at] ?? graph.unknown()) : nodeOf(graph, value);
      const parts = vector.parts.map((_, at) => graph.binary(op, part(left, at), part(right, at)));
      return { ...vector, parts };
    }
    return numberValue(graph.binary(op, nodeOf(graph, left), nodeOf(graph, right)));
  }

  /** A value as a variable or memory of this type holds it. */
  cast(written: TypeName, value: Value): Value {
    const { graph, program } = this.to;
    const type = resolveType(written, program);
    if (type.pointers > 0) {
      if (value.kind !== 'pointer')
        return { kind: 'pointer', target: nowhere, element: type, offset: graph.unknown() };
      return { ...value, element: { ...type, pointers: type.pointers - 1 } };
    }
    const plain = parseType(type.base);
    if (plain !== null && plain.width > 1) {
      return value.kind === 'vector' ? { ...value, base: type.base } : this.list(type, [value]);
    }
    if (value.kind === 'vector') return value;
    if (plain === null && type.base !== 'bool') return value;
    const node = nodeOf(graph, value);
    if (type.base === 'bool') return numberValue(graph.binary('!=', node, graph.constant(0)));
    const bits = (plain?.componentBytes ?? 4) * 8;
    if (bits >= 32 || plain?.kind === 'float') {
      return numberValue(graph.convert(node, numberTypeOf(type.base)));
    }
    const low = graph.binary('&', graph.convert(node, 'i32'), graph.constant(2 ** bits - 1));
    if (plain?.kind === 'unsigned') return numberValue(low);
    const sign = graph.constant(2 ** (bits - 1));
    return numberValue(graph.binary('-', graph.binary('^', low, sign), sign));
  }

  private list(type: TypeName | null, items: readonly Value[]): Value {
    const { graph } = this.to;
    const plain = type === null ? null : parseType(type.base);
    if (type === null || plain === null) return this.unknown();
    const given = items.flatMap((item) =>
      item.kind === 'vector' ? item.parts : [nodeOf(graph, item)],
    );
    const to = numberTypeOf(plain.base);
    const parts = Array.from({ length: plain.width }, (_, at) =>
      graph.convert((given.length === 1 ? given[0] : given[at]) ?? graph.unknown(), to),
    );
    return { kind: 'vector', base: type.base, parts };
  }

  private name(name: string): Value {
    const variable = this.to.find(name);
    if (variable !== null) return this.to.state.get(variable.slot) ?? this.unknown();
    const constant = constants.get(name);
    return constant === undefined ? this.unknown() : numberValue(this.to.graph.constant(constant));
  }

  private unary({ op, arg }: Extract<Expr, { kind: 'unary' }>): Value {
    const { graph } = this.to;
    if (op === '*') return this.read({ kind: 'unary', op, arg });
    if (op === '&') {
      const place = this.locate(arg);
      if (place === null)
        return { kind: 'pointer', target: nowhere, element: intType, offset: graph.unknown() };
      return { kind: 'pointer', target: place.target, element: place.type, offset: place.offset };
    }
    const value = this.value(arg);
    if (op === '+') return value;
    if (op === '-') return this.binary('-', numberValue(graph.constant(0)), value);
    if (op === '~') return this.binary('^', value, numberValue(graph.constant(-1)));
    return numberValue(graph.add({ op: 'not' }, 'i32', [nodeOf(graph, value)]));
  }

  private call({ name, args: given }: Extract<Expr, { kind: 'call' }>): Value {
    const args = given.map((arg) => this.value(arg));
    const value = this.inline(name, args) ?? lowerBuiltin(this, name, args);
    // What a call may write through a pointer to a variable.
    for (const arg of given) {
      if (arg.kind === 'unary' && arg.op === '&' && arg.arg.kind === 'name') {
        const variable = this.to.find(arg.arg.name);
        if (variable !== null) this.to.state.set(variable.slot, this.unknown());
      }
    }
    return value;
  }

  /** Where an element, a field or what a pointer points to lies; null: a variable, or not known. */
  locate(expr: Expr): Location | null {
    const { to } = this;
    if (expr.kind === 'unary' && expr.op === '*') return this.pointed(this.value(expr.arg));
    if (expr.kind === 'index') {
      const base = this.value(expr.base);
      const index = this.node(expr.index);
      if (base.kind !== 'pointer') return null;
      return this.pointed({ ...base, offset: to.advance(base.offset, index, base.element) });
    }
    if (expr.kind !== 'member') return null;
    const base = expr.arrow ? this.pointed(this.value(expr.base)) : this.locate(expr.base);
    return base === null ? null : this.member(base, expr.name);
  }

  private pointed(value: Value): Location | null {
    if (value.kind !== 'pointer') return null;
    const { target, offset, element } = value;
    return {
      target,
      offset,
      type: resolveType(element, this.to.program),
      isArray: false,
      components: null,
    };
  }

  private member(base: Location, name: string): Location | null {
    const { graph, program } = this.to;
    const vector = parseType(base.type.base);
    if (base.type.pointers === 0 && vector !== null && vector.width > 1) {
      const components = componentsOf(name, vector.width);
      if (components === null) return null;
      const first = Math.min(...components) * vector.componentBytes;
      const offset = graph.binary('+', base.offset, graph.constant(first, 'i64'));
      const type = { ...base.type, base: components.length === 1 ? vector.base : base.type.base };
      return { ...base, offset, type, components };
    }
    const field = fieldOf(base.type, name, program);
    if (field === null) return null;
    const offset = graph.binary('+', base.offset, graph.constant(field.offset, 'i64'));
    return { ...base, offset, type: resolveType(field.type, program), isArray: field.isArray };
  }

  private widthOf({ type, components }: Location): number | null {
    const vector = parseType(type.base);
    if (components !== null && vector !== null) {
      const spread = Math.max(...components) - Math.min(...components) + 1;
      return spread * vector.componentBytes;
    }
    return this.to.sizeOf(type);
  }

  private read(expr: Expr): Value {
    const { to } = this;
    if (expr.kind === 'member' && !expr.arrow) {
      const owner = this.variableOf(expr.base);
      if (owner !== null) return this.part(owner, expr.name);
    }
    const location = this.locate(expr);
    if (location === null) return this.unknown();
    if (location.isArray)
      return {
        kind: 'pointer',
        target: location.target,
        element: location.type,
        offset: location.offset,
      };
    to.touch(location, false, this.widthOf(location));
    return this.loaded(location);
  }

  /** What memory holds there: not known, but the same for all who read the same place. */
  loaded({ target, offset, type }: Location): Value {
    const { graph } = this.to;
    const own = target.space === 'private' || target.argument === '';
    const load = (at: number, as: string): number =>
      graph.add({ op: 'load', own }, numberTypeOf(as), [at]);
    if (type.pointers > 0)
      return { kind: 'pointer', target: nowhere, element: type, offset: graph.unknown() };
    const vector = parseType(type.base);
    if (vector === null || vector.width === 1) return numberValue(load(offset, type.base));
    const parts = Array.from({ length: vector.width }, (_, at) =>
      load(
        graph.binary('+', offset, graph.constant(at * vector.componentBytes, 'i64')),
        vector.base,
      ),
    );
    return { kind: 'vector', base: type.base, parts };
  }

  /** The value of a variable that is no pointer, where `expr` names one. */
  private variableOf(expr: Expr): Value | null {
    if (expr.kind === 'call' || expr.kind === 'list' || expr.kind === 'binary')
      return this.value(expr);
    if (expr.kind !== 'name') return null;
    const value = this.name(expr.name);
    return value.kind === 'pointer' ? null : value;
  }

  private part(owner: Value, name: string): Value {
    if (owner.kind !== 'vector') return owner;
    const places = componentsOf(name, owner.parts.length);
    if (places === null) return this.unknown();
    const parts = places.map((at) => owner.parts[at] ?? this.to.graph.unknown());
    const [only] = parts;
    return parts.length === 1 && only !== undefined
      ? numberValue(only)
      : { kind: 'vector', base: `${parseType(owner.base)?.base ?? 'int'}${parts.length}`, parts };
  }

  /** Puts a value into a variable or into memory; gives it as it is there. */
  write(target: Expr, value: Value): Value {
    const { to } = this;
    if (target.kind === 'name') {
      const variable = to.find(target.name);
      if (variable === null) return value;
      const held = this.cast(variable.type, value);
      to.state.set(variable.slot, held);
      return held;
    }
    if (target.kind === 'member' && !target.arrow && target.base.kind === 'name') {
      const variable = to.find(target.base.name);
      const owner = variable === null ? undefined : to.state.get(variable.slot);
      if (variable !== null && owner !== undefined && owner.kind !== 'pointer') {
        to.state.set(variable.slot, this.withPart(owner, target.name, value));
        return value;
      }
    }
    const location = this.locate(target);
    if (location !== null) to.touch(location, true, this.widthOf(location));
    return value;
  }

  private withPart(owner: Value, name: string, value: Value): Value {
    const { graph } = this.to;
    const places = owner.kind === 'vector' ? componentsOf(name, owner.parts.length) : null;
    if (owner.kind !== 'vector' || places === null) return this.unknown();
    const parts = owner.parts.map((part, at) => {
      const place = places.indexOf(at);
      if (place < 0) return part;
      return value.kind === 'vector'
        ? (value.parts[place] ?? graph.unknown())
        : nodeOf(graph, value);
    });
    return { ...owner, parts };
  }
}

const intType: TypeName = { base: 'int', pointers: 0, space: 'private' };
