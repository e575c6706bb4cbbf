import { fileURLToPath } from 'node:url';
import createQpdf from '@neslinesli93/qpdf-wasm';

/** The parts that the package's own types omit. */
type Qpdf = (options: { locateFile: () => string; noInitialRun: boolean }) => Promise<{
  callMain: (args: string[]) => number;
  FS: { writeFile: (path: string, bytes: Uint8Array) => void };
}>;

/** Starts qpdf, which binds its output to the console methods at start, and reports its errors to `report`. */
function startQpdf(report: (text: string) => void) {
  const { log, error } = console;
  console.log = () => undefined;
  console.error = report;
  try {
    const locateFile = () => fileURLToPath(import.meta.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'));
    return (createQpdf as unknown as Qpdf)({ locateFile, noInitialRun: true });
  } finally {
    Object.assign(console, { log, error });
  }
}

/** Runs `qpdf --check`. A valid file has exit code 0 and no complaints. */
export async function qpdfCheck(bytes: Uint8Array): Promise<{ exitCode: number; complaints: string[] }> {
  const complaints: string[] = [];
  const qpdf = await startQpdf((text) => complaints.push(text));
  qpdf.FS.writeFile('/checked.pdf', bytes);
  return { exitCode: qpdf.callMain(['--check', '/checked.pdf']), complaints };
}
