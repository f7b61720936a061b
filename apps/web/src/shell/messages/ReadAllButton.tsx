import { CheckOutlined } from '@ant-design/icons'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { getSummaries, listPushes, markAllRead, mostReadAtOnce } from '@huanwei/contract/messages/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { type MessagesOf, useUnreadMessages } from '../../live/messages.ts'

/** 全部已读: marks the person's messages as read, all of them or those of a list; nothing while none is unread. */
export function ReadAllButton({ of, type }: { of?: MessagesOf; type?: 'text' }) {
  const { t } = useTranslation('shell')
  const unread = useUnreadMessages(of)
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      while ((await call(markAllRead, of ?? {})) === mostReadAtOnce);
    },
    onError: showFailure,
    onSettled() {
      for (const { path } of [listPushes, getSummaries, getOverview]) void cache.invalidateQueries({ queryKey: [path] })
    },
  })
  if (unread === 0) return null
  return (
    <Button type={type} icon={<CheckOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('messages.readAll')}
    </Button>
  )
}
