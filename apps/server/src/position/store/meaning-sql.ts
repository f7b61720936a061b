import { Metric, metrics } from '@huanwei/contract/readings/codes'

const bound = (side: 'min' | 'max') =>
  `case n.metric ${Object.values(Metric)
    .map((metric) => `when '${metric}' then ${metrics[metric][side]}`)
    .join(' ')} end`

/** SQL for what a measurement `n` at a facility `f` means: by the calibration of its time, as `meaningOf` has it. */
export const meaningSql = `coalesce((
  select least(${bound('max')}, greatest(${bound('min')}, n.value * c.factor + c."offset"))
  from box_calibration c
  where c.tenant_id = f.tenant_id and c.facility_id = f.id and c.metric = n.metric and c.channel = n.channel
    and c.start_time <= n.time and c.revoke_time is null
  order by c.start_time desc, c.id desc limit 1), n.value)`
