import { fileURLToPath } from 'node:url';
import createQpdf from '@neslinesli93/qpdf-wasm';

/** What the package's own types leave out. */
type Qpdf = (options: {
  locateFile: () => string;
  noInitialRun: boolean;
  print: (text: string) => void;
  printErr: (text: string) => void;
}) => Promise<{
  callMain: (args: string[]) => number;
  FS: { writeFile: (path: string, bytes: Uint8Array) => void };
}>;

/** `qpdf --check`: 0 and nothing said is a sound file. */
export async function qpdfCheck(bytes: Uint8Array): Promise<{ exitCode: number; complaints: string[] }> {
  const wasm = fileURLToPath(import.meta.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'));
  const complaints: string[] = [];
  const qpdf = await (createQpdf as unknown as Qpdf)({
    locateFile: () => wasm,
    noInitialRun: true,
    print: () => undefined,
    printErr: (text) => complaints.push(text),
  });
  qpdf.FS.writeFile('/checked.pdf', bytes);
  return { exitCode: qpdf.callMain(['--check', '/checked.pdf']), complaints };
}
