import { Button, Flex, Segmented } from 'antd'

/** What of antd stands around the rows of a list when they are first drawn; the filters come after them. */
export const listParts = (
  <Flex>
    <Button type="primary" />
    <Segmented options={['1', '2']} />
  </Flex>
)
