// @vitest-environment jsdom
import { evidenceViews } from '@huanwei/server/features/violations/table'
import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dialog, patience, screenTest, slow } from '../../../test/screen.tsx'
import { ViolationsPage } from '../ViolationsPage.tsx'
import { ViolationsSearch } from '../violation-search.ts'
import { speedingOn } from '../violations.test-kit.ts'

const { kit, open } = screenTest(['violations', 'cleaning'], 'handler')

test('who took the case out, and when, stands with the steps of a violation', slow, async () => {
  const id = await speedingOn(kit)()
  const view = { tenantId: 1, userId: kit.person.userId, userName: '王五', createTime: '2026-03-02 09:10:11', violationId: id }
  await kit.server.db.system((tx) => tx.insert(evidenceViews).values(view))
  open(ViolationsPage, ViolationsSearch, { open: String(id) })
  const details = await dialog('违章详情')
  await userEvent.click(await within(details).findByText('证据查看记录 (1)', {}, patience))
  const line = within(within(details).getByRole('list', { name: '证据查看记录' })).getByRole('listitem')
  expect(line.textContent).toBe('2026-03-02 09:10:11 王五 案卷')
})
