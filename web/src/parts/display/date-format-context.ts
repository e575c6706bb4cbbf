import { createContext } from 'react';
import type { DateFormat } from '#domain/values/days';

/** The user's choice of Account Settings; null follows the browser (SE-25). The session provides it. */
export const DateFormatContext = createContext<DateFormat | null>(null);
