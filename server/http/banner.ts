import type { EmpresaConvites } from '../domain/empresa-repo.ts'

/**
 * What a demonstration says on the terminal at start: that it is one, and where to click.
 * @param origin `http://127.0.0.1:3000`
 * @param data where registrations are kept, or null when in memory only
 */
export function demonstrationBanner(
  origin: string,
  data: string | null,
  empresas: EmpresaConvites[],
): string {
  const links = empresas.map(
    ({ empresa, left }) => `    ${origin}/${empresa.empresaid}   ${empresa.nome}: ${left} convite(s)`,
  )
  const where = data === null ? 'só na memória, até parar' : `em ${data}, só neste computador`
  return [
    '',
    '  MODO DE DEMONSTRAÇÃO',
    `  Os cadastros ficam ${where}. Para usar em produção, veja o README.`,
    '',
    `    ${origin}/   o convite`,
    `    ${origin}/item   convites da empresa`,
    ...links,
    '',
    '  Ctrl+C para parar.',
    '',
    '',
  ].join('\n')
}
