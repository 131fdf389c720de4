/** The guides of docs/, which the board shows as pages. */
export { default as organizador } from '../../docs/guia-do-organizador.md?guia'
export { default as portaria } from '../../docs/portaria.md?guia'
