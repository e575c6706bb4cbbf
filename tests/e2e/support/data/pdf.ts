import { fileURLToPath } from 'node:url';
import createQpdf from '@neslinesli93/qpdf-wasm';

/** What the package's own types leave out. */
type Qpdf = (options: { locateFile: () => string; noInitialRun: boolean }) => Promise<{
  callMain: (args: string[]) => number;
  FS: { writeFile: (path: string, bytes: Uint8Array) => void };
}>;

/** The program says everything to the console that there is when it starts. */
function startedBeside(say: (text: string) => void) {
  const { log, error } = console;
  console.log = () => undefined;
  console.error = say;
  try {
    const locateFile = () => fileURLToPath(import.meta.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'));
    return (createQpdf as unknown as Qpdf)({ locateFile, noInitialRun: true });
  } finally {
    Object.assign(console, { log, error });
  }
}

/** `qpdf --check`: 0 and nothing said is a sound file. */
export async function qpdfCheck(bytes: Uint8Array): Promise<{ exitCode: number; complaints: string[] }> {
  const complaints: string[] = [];
  const qpdf = await startedBeside((text) => complaints.push(text));
  qpdf.FS.writeFile('/checked.pdf', bytes);
  return { exitCode: qpdf.callMain(['--check', '/checked.pdf']), complaints };
}
