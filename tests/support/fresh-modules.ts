import { vi } from 'vitest';

// One process serves one test file after the other; each begins with modules, time and globals of its own.
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
