/** The wires that can be judged. */
export type Transport = 'stdio' | 'http' | 'tcp';
