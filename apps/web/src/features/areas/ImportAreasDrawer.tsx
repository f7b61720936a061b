import { addArea, listAreas } from '@huanwei/contract/areas/endpoints'
import { isWord } from '@huanwei/contract/fields'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { type Candidate, readAreas } from './area-files.ts'
import { useSizeWords } from './size-words.ts'
import './areas.css'

/** Far more than the areas of one city. */
const maxBytes = 10_000_000

/** Outcome of a candidate: added, or refused for a reason. */
type Outcome = { isAdded: boolean; text: string }

/** Several areas at once out of a GeoJSON or KML file: a look at what each would be, then all that can be. */
export function ImportAreasDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['areas', 'common'])
  const { found, left, outcomes, deptId, setDeptId, problem, read, add } = useImport()
  const departmentId = useId()

  return (
    <DrawerFrame
      title={t('importTitle')}
      onClose={onClose}
      isUnsent={left.length > 0}
      form={problem && <Alert type="error" role="alert" title={problem} />}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t(left.length ? 'common:action.cancel' : 'common:action.close')}
          </Button>
          {left.length > 0 && (
            <ActionButton type="primary" confirms onAct={add}>
              {t('importAdd', { count: left.length })}
            </ActionButton>
          )}
        </>
      )}
    >
      <div className="area-import">
        <p>{t('importHint')}</p>
        <div>
          <FileButton
            label={t('chooseFile')}
            accept=".geojson,.json,.kml,application/geo+json,application/json,application/vnd.google-earth.kml+xml"
            onFile={read}
          />
        </div>
        <div>
          <label htmlFor={departmentId}>{t('department')}</label>
          <DepartmentSelect id={departmentId} label={t('department')} value={deptId} onChange={setDeptId} />
        </div>
        {found && found.length > 0 && <Found found={found} outcomes={outcomes} />}
      </div>
    </DrawerFrame>
  )
}

/** Candidates of a file, the department they are for, and what became of each that was added. */
function useImport() {
  const { t } = useTranslation('areas')
  const [found, setFound] = useState<Candidate[]>()
  const [deptId, setDeptId] = useState<number>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Candidate, Outcome>>(new Map())
  const [problem, setProblem] = useState<string>()
  const cache = useQueryClient()
  const left = (found ?? []).filter((one) => 'shape' in one).filter((one) => !outcomes.get(one)?.isAdded)

  async function read(chosen: File | undefined) {
    if (!chosen) return
    setFound(undefined)
    setOutcomes(new Map())
    setProblem(undefined)
    if (chosen.size > maxBytes) return setProblem(t('importTooLarge', { most: maxBytes / 1_000_000 }))
    try {
      const candidates = readAreas(await chosen.text())
      setFound(candidates)
      if (candidates.length === 0) setProblem(t('importEmpty'))
    } catch {
      setProblem(t('importUnreadable'))
    }
  }
  async function add() {
    if (deptId === undefined) return setProblem(t('importDepartment'))
    setProblem(undefined)
    for (const one of left) {
      const { name, shape } = one
      const outcome = await call(addArea, { name, shape, deptId }).then(
        () => ({ isAdded: true, text: t('importAdded') }),
        (error: Error) => ({ isAdded: false, text: error.message }),
      )
      setOutcomes((now) => new Map(now).set(one, outcome))
    }
    await cache.invalidateQueries({ queryKey: [listAreas.path] })
  }
  return { found, left, outcomes, deptId, setDeptId, problem, read, add }
}

type Problem = Extract<Candidate, { problem: string }>['problem']

function Found({ found, outcomes }: { found: Candidate[]; outcomes: ReadonlyMap<Candidate, Outcome> }) {
  const { t } = useTranslation(['areas', 'checks'])
  const sizeOf = useSizeWords()
  const problemText = (problem: Problem) => (isWord(problem) ? t(problem) : t(`problems.${problem}`))
  return (
    <table aria-label={t('importFound')}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('shape')}</th>
          <th scope="col">{t('result')}</th>
        </tr>
      </thead>
      <tbody>
        {found.map((one, index) => {
          const outcome = outcomes.get(one)
          const isBad = 'problem' in one || outcome?.isAdded === false
          const result = 'problem' in one ? problemText(one.problem) : (outcome?.text ?? t('importReady'))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the file's order is all they have
            <tr key={index}>
              <td>{one.name || '—'}</td>
              <td>{'shape' in one ? `${t(`kinds.${one.shape.kind}`)} · ${sizeOf(one.shape)}` : '—'}</td>
              <td data-tone={isBad ? 'bad' : undefined}>{result}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
