import type { ReactNode } from 'react'
import type { PageProps } from '../../lib/page.tsx'
import type { ReportsSearch } from './report-search.ts'

/** Props of a part of the screen; `lead` turns to another one. */
export type PartProps = PageProps<ReportsSearch> & { lead: ReactNode }
