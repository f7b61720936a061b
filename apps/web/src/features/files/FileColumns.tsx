import { DeleteOutlined, DownloadOutlined, FileOutlined, FilePdfOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { pictureTypes } from '@huanwei/contract/files/codes'
import { type FileRow, getFileUrls, listFiles, removeFile } from '@huanwei/contract/files/endpoints'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useFileUrls } from '../../lib/use-file-urls.ts'
import { useConfirm } from '../../ui/form/use-confirm.ts'
import { indexColumn } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { bytesText } from './file-search.ts'

export const isPicture = ({ type }: FileRow) => pictureTypes.some((one) => one === type)

/** Columns of the list of files; `rows` are those on the screen, `onShow` shows a picture large. */
export function useFileColumns(rows: readonly FileRow[] | undefined, onShow: (row: FileRow) => void): ListColumn<FileRow>[] {
  const { t } = useTranslation(['files', 'list'])
  const pictures = useMemo(() => rows?.filter(isPicture).map(({ fileName }) => fileName) ?? [], [rows])
  const urlOf = useFileUrls(pictures, 'small')
  return [
    indexColumn(t('list:index')),
    {
      key: 'name',
      title: t('name'),
      width: 320,
      always: true,
      card: 'head',
      cell: (row) => (
        <span className="file-name" title={row.original}>
          <FileSign row={row} url={urlOf(row.fileName)} onShow={onShow} />
          <span>{row.original || row.fileName}</span>
        </span>
      ),
    },
    { key: 'type', title: t('kind'), width: 80, cell: ({ type }) => type },
    { key: 'size', title: t('size'), width: 90, cell: ({ fileSize }) => bytesText(fileSize) },
    {
      key: 'person',
      title: t('person'),
      width: 120,
      cell: ({ createUser }) => <span title={createUser}>{createUser || t('citizen')}</span>,
    },
    { key: 'time', title: t('time'), width: 160, cell: ({ createTime }) => createTime },
    {
      key: 'do',
      title: t('list:action'),
      width: 96,
      always: true,
      card: 'foot',
      cell: (row) => <FileActs row={row} />,
    },
  ]
}

type SignProps = { row: FileRow; url: string | undefined; onShow: (row: FileRow) => void }

/** Content: the picture itself, small, or an icon. */
function FileSign({ row, url, onShow }: SignProps) {
  const { t } = useTranslation('files')
  const { type, original } = row
  if (isPicture(row))
    return (
      <button type="button" className="file-sign" aria-label={t('preview', { name: original })} onClick={() => onShow(row)}>
        {url && <img src={url} alt="" loading="lazy" />}
      </button>
    )
  return (
    <span className="file-sign" aria-hidden>
      {type === 'pdf' ? <FilePdfOutlined /> : type === 'mp4' ? <PlayCircleOutlined /> : <FileOutlined />}
    </span>
  )
}

function FileActs({ row: { id, fileName, original } }: { row: FileRow }) {
  const { t } = useTranslation('files')
  const mayRemove = useMay('sys_file_del')
  const confirm = useConfirm()
  const remove = useAct(removeFile, [listFiles])
  const name = original || fileName

  /** Refusals are on the screen already. */
  async function download() {
    const [found] = await call(getFileUrls, { fileName, expires: 1 }).catch(() => [])
    if (found) saveFrom(found.url, name)
  }
  return (
    <span className="file-acts">
      <Button
        type="text"
        size="small"
        icon={<DownloadOutlined />}
        title={t('download')}
        aria-label={t('downloadOf', { name })}
        onClick={() => void download()}
      />
      {mayRemove && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          title={t('removeFile')}
          aria-label={t('remove', { name })}
          onClick={() =>
            void confirm({
              title: t('removeTitle'),
              content: t('removeHint', { name }),
              okText: t('removeFile'),
              onOk: () => remove({ id }),
            })
          }
        />
      )}
    </span>
  )
}
