import { getOwnBoard } from '@huanwei/contract/designs/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import type { PageProps } from '../../../lib/page.tsx'
import { LoadFailed } from '../../../ui/list/ListNotice.tsx'
import { BoardEditor } from './BoardEditor.tsx'
import type { OwnBoardsSearch } from './board-editor-search.ts'
import { OwnBoardList } from './OwnBoardList.tsx'

/** The boards that an organisation made itself, and the editor of one. Source: spec 3, section 14. */
export function OwnBoardsPage({ search, onSearch }: PageProps<OwnBoardsSearch>) {
  const { open } = search
  if (typeof open === 'number') return <OpenEditor key={open} id={open} onBack={() => onSearch({ open: undefined })} />
  return <OwnBoardList search={search} onSearch={onSearch} />
}

function OpenEditor({ id, onBack }: { id: number; onBack: () => void }) {
  const { t } = useTranslation('list')
  const { data, error, refetch } = useQuery({ ...query(getOwnBoard, { id }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  if (data) return <BoardEditor first={data} onBack={onBack} />
  if (error) return <LoadFailed title={t('failedDetail')} error={error} onRetry={() => void refetch()} />
  return <Skeleton active paragraph={{ rows: 12 }} title={false} />
}
