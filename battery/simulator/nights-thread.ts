import { liveNights } from './nights.ts';
import { takeJobs } from '../threads.ts';

takeJobs(liveNights);
