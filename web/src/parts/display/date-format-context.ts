import { createContext } from 'react';
import type { DateFormat } from '#domain/values/days';

/** The user's date format of Account Settings; null follows the browser. The session provides it (SE-25). */
export const DateFormatContext = createContext<DateFormat | null>(null);
