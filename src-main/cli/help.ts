/** What `--help` prints. Only what is built is offered. */
export const mainHelp = `ndrange: which OpenCL local work size is best for a kernel, and how sure that is

  ndrange devices [--json]
  ndrange sweep SPEC.sweep.json | KERNEL.cl [flags]
  ndrange find SPEC.sweep.json | KERNEL.cl [--add LIST]… [--forbid LIST]… [flags]
  ndrange peak [--device …]… [--json]
  ndrange runs [--examples] [--json] [--runs-dir DIR]
  ndrange export RUN --csv FILE | --samples-csv FILE | --json FILE | --t4 FILE [--runs-dir DIR]
  ndrange import FILE [flags]
  ndrange resume RUN [--csv FILE] [--samples-csv FILE] [--json] [--runs-dir DIR]
  ndrange compare A B [--json] [--runs-dir DIR]
  ndrange advise RUN [--json] [--runs-dir DIR]
  ndrange report RUN --html FILE [--lang en|zh-CN] | RUN… --markdown FILE [--runs-dir DIR]

\`ndrange COMMAND --help\` says more. RUN is an id that \`ndrange runs\` lists, or the path of an .ndrun file.

Exit codes: 0 every size was measured or skipped with a reason; 1 some failed; 2 the arguments cannot be used;
3 no OpenCL, or no such device; 130 cancelled.
`;

export const commandHelp: Readonly<Record<string, string>> = {
  devices: `ndrange devices [--json]

Lists the OpenCL devices of this machine with their limits. The number in front is what --device takes.

  --json   everything that the drivers say, as JSON
`,
  sweep: `ndrange sweep SPEC.sweep.json | KERNEL.cl [flags]

Measures a kernel with each local size on each device and says which one to use. A bare kernel gets data for its
arguments by their names and types; a spec beside it (NAME.sweep.json) is used when it is there.

What:
  --kernel NAME         which kernel of the file
  --local LIST          sizes, shapes and auto (NULL, the driver's choice): 16,32,256,auto or 8x8,16x16
  --global SIZE         1048576 or 2048x2048
  --arg NAME=VALUE      a scalar's value, or a buffer's element count and data: gx*2:random(0,1)
  --build-options STR   passed to the compiler
Where:
  --device WHICH        all, a number or a part of a name; may be repeated (default: all)
  --share-lanes         let devices that share hardware run at the same time; every row says so
How:
  --samples N           exactly N launches per size instead of as many as the decision needs
  --max-samples N       at most N launches per size (200)
  --max-seconds S       at most S seconds per size (10)
  --target PERCENT      a size is settled when its 95 % interval is within this half-width (1)
  --timeout S           a launch that takes longer is stopped
  --build-timeout S     so is a build, and a first launch in which the driver still compiles
  --seed N              the order of the rounds (1)
  --cold                empty the caches between launches
  --no-restore[=ARG]    do not restore written buffers (all, or one) before each launch
  --no-verify           do not compare the results of the sizes
Output:
  --csv FILE            one row per size; the advice goes beside it (x.csv: x.advice.json)
  --samples-csv FILE    one row per launch
  --json                the events of the run as JSON lines instead of the table
  --runs-dir DIR        where runs are kept (default: where the window keeps them)
`,
  find: `ndrange find SPEC.sweep.json | KERNEL.cl [--add LIST]… [--forbid LIST]… [flags]

Finds the best local size with as few launches as the answer needs: 64, 128, 256 and 512 work-items first (in two and
three dimensions in many shapes), then what lies beyond or around the best of them. Sizes that are certainly beaten are
dropped on the way. Says which size to use, how sure that is, and of every candidate why it was dropped.

  --add LIST            sizes, shapes and auto (NULL) to measure as well: 48,auto or 3x64
  --forbid LIST         sizes and shapes that are never measured

All other flags are those of \`ndrange sweep\` without --local and --samples.
`,
  peak: `ndrange peak [--device WHICH]… [--json] [--runs-dir DIR]

Measures what each device does at best, copying memory and multiplying and adding in registers, and keeps it
beside the runs folder. Later sweeps show their GFLOP/s and GB/s as a share of it.

  --device WHICH   all, a number or a part of a name; may be repeated (default: all)
  --json           everything, as JSON
`,
  runs: `ndrange runs [--examples] [--json] [--runs-dir DIR]

Lists the runs, newest first.

  --examples   the recorded runs that come with the product instead: real GPUs, to read, compare and export
`,
  export: `ndrange export RUN --csv FILE | --samples-csv FILE | --json FILE | --t4 FILE [--device WHICH] [--runs-dir DIR]

Writes a run: one row per size, one row per launch, the results with their verdicts as JSON, or the results of one
device as T4 for other auto-tuners. Several at once are fine. Nothing is rounded.
Beside the table of sizes (x.csv) goes what the advisor says of the run (x.advice.json): verdict, findings, facts
with their sources, rules of thumb.

  --device WHICH   the device for --t4, where the run has several
`,
  import: `ndrange import FILE [--global SIZE] [--local-parameters X,Y,Z] [--samples-csv FILE] [--runs-dir DIR]

Makes a run of a file from elsewhere: a run file (.ndrun), a cache of Kernel Tuner, results in T4, or our own CSV. Prints
the run's id.

  --global SIZE              where the file does not say it (T4)
  --local-parameters X,Y,Z   which parameters of the tuner are the local size (default: block_size_x and the like)
  --samples-csv FILE         the launches that belong to a CSV of sizes
`,
  resume: `ndrange resume RUN [--csv FILE] [--samples-csv FILE] [--json] [--runs-dir DIR]

Goes on with a run that was cut off or cancelled: its rounds continue, into the same run. The devices and their
drivers must be the same. Sizes that failed stay failed.
`,
  compare: `ndrange compare A B [--device OF_A [--device OF_B]] [--json] [--runs-dir DIR]

Says for each size that both runs have whether B is faster, slower, the same (within 5 %) or unclear, with the
interval of the ratio, and what else differs between the runs. Devices are paired by what they are.

  --device WHICH   only this device of both runs; given twice, the first of A against the second of B, also
                   within one run: ndrange compare A A --device 0 --device 1
  --json           everything, as JSON
`,
  advise: `ndrange advise RUN [--json] [--runs-dir DIR]

Says why the sizes of a run differ: lanes without work, occupancy, local memory, memory accesses, branches and
barriers, each prediction beside its measurement; which rules of thumb hold on each device; and the one size that
loses least on all of them.

  --json   everything, with the source of every figure
`,
  report: `ndrange report RUN --html FILE [--lang en|zh-CN] [--runs-dir DIR]
       ndrange report RUN… --markdown FILE [--runs-dir DIR]

Writes a run as one HTML file that needs nothing else: verdict, charts, findings, tables, and the device, driver,
source and options that they come from.

Several runs become one Markdown document: what to use where, what NULL costs, share of the peaks, which rules of thumb
held, and a picture of each run in the folder of the document's name beside it.

  --lang en|zh-CN   language of the HTML file (en)
`,
};
