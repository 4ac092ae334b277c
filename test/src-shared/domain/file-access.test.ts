import { describe, expect, it } from 'vitest';
import { fileAccessProblem, includesOf } from '@shared/domain/file-access';

describe('what a kernel includes', () => {
  it.each([
    ['plainly', '#include "/etc/passwd"', '"/etc/passwd"'],
    ['without a space', '#include</etc/passwd>', '</etc/passwd>'],
    ['behind spaces', ' \t# \t include "x"', '"x"'],
    ['behind a comment', '/* a */ # /* b */ include /* c */ "x"', '"x"'],
    ['behind a comment of many lines', '/*\n\n*/ #include "x"', '"x"'],
    ['on several lines', '#inc\\\nlude \\\r\n"x"', '"x"'],
    ['after a comment opened over a line break', '/\\\n* \n " \n*/ #include "x"', '"x"'],
    ['after what only looks like a comment', '"/*"\n#include "x"\n"*/"', '"x"'],
    ['with old Mac line breaks', 'int a;\r#include "x"\rint b;', '"x"'],
    ['by digraph', '%:include "x"', '"x"'],
    ['by trigraph', '??=include "x"', '"x"'],
    ['by a macro', '#define F "/etc/passwd"\n#include F', 'F'],
    ['by import', '#import "x"', '"x"'],
    ['by include_next', '#include_next <x>', '<x>'],
    ['as data', '#embed "/etc/passwd"', '"/etc/passwd"'],
    ['under a condition', '#ifdef CL_VERSION_1_0\n#include "x"\n#endif', '"x"'],
    ['in the other branch of #if 0', '#if 0\n#else\n#include "x"\n#endif', '"x"'],
    ['after a byte order mark', '\uFEFF#include "x"', '"x"'],
  ])('is found %s', (_, source, include) => {
    expect(includesOf(`${source}\n__kernel void k(void) {}\n`)).toEqual([include]);
  });

  it.each([
    '// #include "x"',
    '/* \n#include "x"\n */',
    '#if 0\n#if 1\n#include "x"\n#endif\n#endif',
    'int include; /* # */ int b; // "#include"',
    '#pragma include_alias("a", "b")',
    '#define INCLUDE "x"',
  ])('is nothing in %j', (source) => expect(includesOf(source)).toEqual([]));

  it('is looked for in a time that grows with the source', () => {
    for (const piece of ['/*', '"', "'", '#', '\\\n', '#if 0\n', '/\\\n*']) {
      const begun = performance.now();
      includesOf(piece.repeat(1_000_000));
      expect(performance.now() - begun).toBeLessThan(10_000);
    }
  }, 60_000);
});

describe('a kernel that would read files', () => {
  it('is refused by the name of the include', () => {
    const found = fileAccessProblem('#include "../secret.h"\n__kernel void k(void) {}', '');
    expect(found).toMatchObject({ code: 'invalid-source' });
    expect(found?.message).toContain('../secret.h');
  });

  it.each(['-I/etc', '-I /etc', '-include /etc/passwd', "-imacros 'x'", '"-I"/etc', '@/etc/x'])(
    'is refused for the build option %s',
    (options) => {
      expect(
        fileAccessProblem('__kernel void k(void) {}', `-cl-mad-enable ${options}`),
      ).toMatchObject({ code: 'invalid-option' });
    },
  );

  it('is not seen where there is none', () => {
    expect(fileAccessProblem('__kernel void k(void) {}', '-DINCLUDE=1 -cl-std=CL1.2')).toBeNull();
  });
});
