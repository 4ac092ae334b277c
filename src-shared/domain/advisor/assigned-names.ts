/** The names of variables that a piece of code may change: what a loop carries from one iteration to the next. */
import type { Expr, Stmt } from './syntax';

const rootOf = (target: Expr): string | null =>
  target.kind === 'name'
    ? target.name
    : target.kind === 'member' && !target.arrow
      ? rootOf(target.base)
      : null;

const fromExpr = (expr: Expr | null, found: Set<string>): void => {
  if (expr === null) return;
  const note = (target: Expr): void => {
    const root = rootOf(target);
    if (root !== null) found.add(root);
  };
  const all = (...parts: readonly Expr[]): void => parts.forEach((part) => fromExpr(part, found));
  switch (expr.kind) {
    case 'assign':
      note(expr.target);
      return all(expr.target, expr.value);
    case 'step':
      note(expr.target);
      return all(expr.target);
    case 'unary':
      if (expr.op === '&') note(expr.arg);
      return all(expr.arg);
    case 'call':
      return all(...expr.args);
    case 'index':
      return all(expr.base, expr.index);
    case 'member':
      return all(expr.base);
    case 'binary':
      return all(expr.left, expr.right);
    case 'choice':
      return all(expr.cond, expr.yes, expr.no);
    case 'cast':
      return all(expr.arg);
    case 'list':
    case 'comma':
      return all(...expr.items);
    default:
      return;
  }
};

const fromStmt = (stmt: Stmt | null, found: Set<string>): void => {
  switch (stmt?.kind) {
    case 'declare':
      for (const item of stmt.items) fromExpr(item.init, found);
      return;
    case 'expr':
      return fromExpr(stmt.expr, found);
    case 'if':
      fromExpr(stmt.cond, found);
      fromStmt(stmt.yes, found);
      return fromStmt(stmt.no, found);
    case 'loop':
      fromStmt(stmt.init, found);
      fromExpr(stmt.cond, found);
      fromExpr(stmt.step, found);
      return fromStmt(stmt.body, found);
    case 'switch':
      fromExpr(stmt.value, found);
      for (const part of stmt.parts) part.body.forEach((inner) => fromStmt(inner, found));
      return;
    case 'return':
      return fromExpr(stmt.value, found);
    case 'block':
      return stmt.body.forEach((inner) => fromStmt(inner, found));
    case 'opaque':
      // Whatever it names may have been changed by it.
      for (const word of stmt.what.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) found.add(word);
      return;
    default:
      return;
  }
};

export const assignedNames = (...stmts: readonly (Stmt | null)[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const stmt of stmts) fromStmt(stmt, found);
  return found;
};

export const assignedByExpr = (...exprs: readonly (Expr | null)[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const expr of exprs) fromExpr(expr, found);
  return found;
};
