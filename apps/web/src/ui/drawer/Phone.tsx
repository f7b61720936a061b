import { Flex } from 'antd'

/** A number to call; nothing where there is none. */
export const Phone = ({ number }: { number: string }) => number && <a href={`tel:${number}`}>{number}</a>

/** A person's name and the number to call. */
export const NamedPhone = ({ name, number }: { name: string; number: string }) => (
  <Flex component="span" gap={8} wrap>
    <span>{name}</span>
    <Phone number={number} />
  </Flex>
)
