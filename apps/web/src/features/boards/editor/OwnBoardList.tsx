import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import { addOwnBoard, listOwnBoards, type OwnBoard } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Language } from '@huanwei/words/languages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../../lib/api.ts'
import type { PageProps } from '../../../lib/page.tsx'
import { useAsk } from '../../../lib/send.ts'
import { useMay } from '../../../lib/session.ts'
import { FileButton } from '../../../ui/form/FileButton.tsx'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { ListFrame } from '../../../ui/list/ListFrame.tsx'
import { ListTag } from '../../../ui/list/ListTag.tsx'
import { indexColumn, openColumn, timeColumn, whole } from '../../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../../ui/list/list-columns.ts'
import { ListPlace } from '../../../ui/list/list-pages.ts'
import type { OwnBoardsSearch } from './board-editor-search.ts'
import { mostBytes, readDefinition } from './import-file.ts'
import { NewBoardDrawer } from './NewBoardDrawer.tsx'

/** Own boards: copied from others, or brought in from a file. */
export function OwnBoardList({ search: { current, size, open }, onSearch }: PageProps<OwnBoardsSearch>) {
  const { t } = useTranslation(['boards', 'list'])
  const mayToken = useMay('admin_board_token')
  const list = useQuery({
    ...query(listOwnBoards, {}),
    placeholderData: keepPreviousData,
    select: (all) => ({ records: all.slice((current - 1) * size, current * size), total: all.length }),
  })
  const columns = useColumns()
  const read = useImport((id) => onSearch({ open: id }))
  const start = () => onSearch({ open: 'new' })
  return (
    <>
      <ListFrame
        name="own-boards"
        label={t('own.title')}
        filters={[]}
        actions={
          <>
            <AddButton onClick={start}>{t('own.add')}</AddButton>
            <FileButton label={t('own.import')} accept=".json,application/json" onFile={read} />
            {mayToken && <Link to="/system/token/index?tab=boards">{t('own.tokens')}</Link>}
          </>
        }
        exportButton={null}
        onQuery={() => list.refetch()}
        onReset={() => list.refetch()}
        columns={columns}
        list={list}
        position={{ current, size }}
        onPage={(position) => onSearch(ListPlace.parse(position))}
        onOpen={({ id }) => onSearch({ open: id })}
        empty={{ title: t('own.none'), hint: t('own.noneHint') }}
      />
      {open === 'new' && <NewBoardDrawer onClose={() => onSearch({ open: undefined })} onMade={(id) => onSearch({ open: id })} />}
    </>
  )
}

/** Adds the board of a file, or says what is wrong with it. */
function useImport(onMade: (id: number) => void) {
  const { t } = useTranslation(['boards', 'checks'])
  const { modal } = App.useApp()
  const add = useAsk(addOwnBoard, [listOwnBoards])
  return async (file: File | undefined) => {
    if (!file) return
    const read = file.size > mostBytes ? { problems: [t('boards:editor.tooLarge')] } : readDefinition(await file.text(), t)
    if ('definition' in read) {
      const made = await add({ definition: read.definition })
      if (made) onMade(made.id)
    } else {
      const problems = read.problems.map((text) => <p key={text}>{text}</p>)
      modal.error({ title: t('boards:editor.importFailed'), content: problems })
    }
  }
}

function useColumns(): ListColumn<OwnBoard>[] {
  const { t, i18n } = useTranslation(['boards', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      {
        key: 'name',
        title: t('own.name'),
        width: 260,
        always: true,
        card: 'title',
        cell: ({ title }) => whole(textIn(title, i18n.language as Language)),
      },
      { key: 'state', title: t('own.state'), width: 200, card: 'state', cell: (board) => <State board={board} /> },
      { key: 'panels', title: t('own.panels'), width: 90, cell: ({ panelCount }) => panelCount },
      { key: 'updateBy', title: t('own.updateBy'), width: 140, card: 'detail', cell: ({ updateBy }) => whole(updateBy) },
      timeColumn(t('own.updateTime'), ({ updateTime }) => updateTime),
      openColumn(t('list:action'), () => t('own.edit'), 70),
    ],
    [t, i18n.language],
  )
}

export function State({ board: { published, isChanged } }: { board: Pick<OwnBoard, 'published' | 'isChanged'> }) {
  const { t } = useTranslation('boards')
  if (published === null) return <ListTag tone="plain" icon={<EditOutlined />} text={t('own.draft')} />
  if (isChanged) return <ListTag tone="warn" icon={<EditOutlined />} text={t('own.changed')} />
  return <ListTag tone="good" icon={<EyeOutlined />} text={t('own.published', { version: published })} />
}
