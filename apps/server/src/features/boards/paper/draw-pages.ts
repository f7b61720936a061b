import type { DrawPages } from '../../reports/making/write-pages.ts'
import type { OpenBoard } from '../open-board.ts'
import { workReportPath } from '../presets/paper.ts'
import { writePdf } from './write-pdf.ts'

/** The work report as pages for those who make reports. Throws where one of its figures could not be worked out. */
export function pagesDrawer(open: OpenBoard): DrawPages {
  return async ({ tenantId, departments, namedDept, language, span }) => {
    const read = await open({ path: workReportPath, scope: { tenantId, departments }, namedDept, language, about: { span } })
    const reading = await read()
    const failed = reading.panels.find(({ data }) => data === null)
    if (failed) throw new Error(`a part of the work report failed: ${failed.id}`)
    const pdf = await writePdf(reading.whole(), language)
    pdf.end()
    return pdf
  }
}
