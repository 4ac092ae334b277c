/** Text at the edge, shared by command line and window. */
export * from './duration';
export * from './labels';
export * from './number';
export * from './outcomes';
export * from './search';
export * from './verdict';
export * from './timer';
export * from './warnings';
