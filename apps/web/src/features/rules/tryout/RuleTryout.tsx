import { ExperimentOutlined } from '@ant-design/icons'
import type { Parsed } from '@huanwei/contract/endpoint'
import { triedDays, type tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { checkForm } from '../../../ui/form/form-problems.ts'
import { LoadFailed } from '../../../ui/list/ListNotice.tsx'
import { TryoutResult } from './TryoutResult.tsx'
import './tryout.css'

type Props = {
  endpoint: typeof tryVehicleRule
  /** Values of the form, complete or not. */
  rule: unknown
  startsAtOnce?: boolean
  /** The rule whose try-out is on the screen. */
  onTried?: (rule: Rule) => void
}
type Rule = Parsed<typeof tryVehicleRule>
type Asked = { rule: Rule; text: string; at: number }

/** Tries a rule on the last days before it is switched on; leaving or stopping gives it up. */
export function RuleTryout({ endpoint, rule, startsAtOnce = false, onTried }: Props) {
  const { t } = useTranslation('tryout')
  const text = JSON.stringify(rule)
  const whole = (): Asked | undefined => {
    const checked = checkForm(endpoint.input, rule)
    return 'problems' in checked ? undefined : { rule: checked.values, text, at: Date.now() }
  }
  const [asked, setAsked] = useState(() => (startsAtOnce ? whole() : undefined))
  const box = useRef<HTMLElement>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const tried = useTried(endpoint, asked, onTried)

  // The result stands below a long form: it comes into view with the first sign of it.
  const isAsked = tried.isFetching && !startsAtOnce
  useEffect(() => {
    if (isAsked) box.current?.scrollIntoView({ block: 'start' })
  }, [isAsked])

  function start() {
    const next = whole()
    setIncomplete(!next)
    setAsked(next)
  }

  return (
    <section className="tryout" ref={box} aria-label={t('title')} aria-busy={tried.isFetching}>
      <div className="tryout-act">
        {tried.isFetching ? (
          <Button autoInsertSpace={false} onClick={() => setAsked(undefined)}>
            {t('stop')}
          </Button>
        ) : (
          <Button autoInsertSpace={false} icon={<ExperimentOutlined aria-hidden />} onClick={start}>
            {t('start', { days: triedDays })}
          </Button>
        )}
        <span className="tryout-hint" role="status">
          {isIncomplete ? t('incomplete') : tried.isFetching ? t('running') : t('hint', { days: triedDays })}
        </span>
      </div>
      {tried.isFetching && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {tried.isError && <LoadFailed title={t('failed')} error={tried.error} onRetry={start} />}
      {tried.data && asked && (
        <>
          {asked.text !== text && <Alert type="info" title={t('changed')} />}
          <TryoutResult tried={tried.data} />
        </>
      )}
    </section>
  )
}

/** The try-out, run once for each time it is asked for. */
function useTried(endpoint: Props['endpoint'], asked: Asked | undefined, onTried: Props['onTried']) {
  return useQuery({
    queryKey: [endpoint.path, asked?.at],
    queryFn: async ({ signal }) => {
      if (!asked) return
      const found = await call(endpoint, asked.rule, signal)
      onTried?.(asked.rule)
      return found
    },
    enabled: !!asked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
