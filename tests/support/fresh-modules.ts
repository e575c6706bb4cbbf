import { vi } from 'vitest';

// One process runs all test files: each starts with fresh modules, time and globals.
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
