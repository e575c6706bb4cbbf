import { runDigestDays } from './digest-days.ts';
import { takeJobs } from '../threads.ts';

takeJobs(runDigestDays);
