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
      {
        all(expr.target, expr.value);
        return;
      }
    case 'step':
      note(expr.target);
      {
        all(expr.target);
        return;
      }
    case 'unary':
      if (expr.op === '&') note(expr.arg);
      {
        all(expr.arg);
        return;
      }
    case 'call': {
      all(...expr.args);
      return;
    }
    case 'index': {
      all(expr.base, expr.index);
      return;
    }
    case 'member': {
      all(expr.base);
      return;
    }
    case 'binary': {
      all(expr.left, expr.right);
      return;
    }
    case 'choice': {
      all(expr.cond, expr.yes, expr.no);
      return;
    }
    case 'cast': {
      all(expr.arg);
      return;
    }
    case 'list':
    case 'comma': {
      all(...expr.items);
      return;
    }
    default:
      return;
  }
};

const fromStmt = (stmt: Stmt | null, found: Set<string>): void => {
  switch (stmt?.kind) {
    case 'declare':
      for (const item of stmt.items) fromExpr(item.init, found);
      return;
    case 'expr': {
      fromExpr(stmt.expr, found);
      return;
    }
    case 'if':
      fromExpr(stmt.cond, found);
      fromStmt(stmt.yes, found);
      {
        fromStmt(stmt.no, found);
        return;
      }
    case 'loop':
      fromStmt(stmt.init, found);
      fromExpr(stmt.cond, found);
      fromExpr(stmt.step, found);
      {
        fromStmt(stmt.body, found);
        return;
      }
    case 'switch':
      fromExpr(stmt.value, found);
      for (const part of stmt.parts) part.body.forEach((inner) => fromStmt(inner, found));
      return;
    case 'return': {
      fromExpr(stmt.value, found);
      return;
    }
    case 'block': {
      stmt.body.forEach((inner) => fromStmt(inner, found));
      return;
    }
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
