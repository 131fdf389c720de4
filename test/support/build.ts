import { spawnSync } from 'node:child_process'

/** Tests of processes run what `npm start` runs: the build, rebuilt when a source is newer. */
export default function build(): void {
  const { status } = spawnSync('node', ['server/build-if-needed.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('the build failed')
}
