import { useLoaderData } from '@remix-run/react'
import { certificadosHref } from '~/painel/listas'
import { Back, convidadoHref } from '~/painel/convidado-told'
import { filaHref } from '~/painel/envios/filas'
import { Painel, painelTitled } from '~/painel/painel'
import { isCancelado } from '~/shared/closing.server'
import { painelLoader } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { ActLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf, whenAt } from '~/shared/words'
import type { Services } from '../../server/composition.ts'
import { listCertificados, POR_ARQUIVO } from '../../server/use-cases/certificado.ts'

/** Certificates to print, for everyone who was inside, or for one company. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const empresaid = new URL(request.url).searchParams.get('empresa')
  const [{ prazo, lista, total, partes, semLetras }, empresa] = await Promise.all([
    listCertificados(services, { empresaid }),
    empresaid === null ? null : empresaIn(services, empresaid),
  ])
  const { fim, assinaturas = [] } = services.config.evento
  const stored = prazo === 'agora' && total === 0 ? await services.credenciais.countPersonalData() : null
  return {
    prazo,
    empresa,
    total,
    porArquivo: POR_ARQUIVO,
    desde: whenAt(fim),
    isCancelled: isCancelado(services),
    isDescribed: services.gravado !== null,
    isSigned: assinaturas.length > 0,
    /** True even before the day of erasure. */
    isErased: stored?.convidados === 0 && stored.apagadoem !== null,
    semLetras: semLetras.map(({ credencialid, nome }) => ({ nome, href: convidadoHref(credencialid) })),
    partes: partes.map((parte, index) => ({
      ...parte,
      parte: index + 1,
      href: certificadosHref(empresaid, '.pdf', { lista, parte: String(index + 1) }),
    })),
  }
})

async function empresaIn({ painelReadings }: Pick<Services, 'painelReadings'>, empresaid: string) {
  const { empresas } = await painelReadings.empresas()
  const found = empresas.find((empresa) => empresa.empresaid === empresaid)
  if (!found) throw new Response(null, { status: 404 })
  return { empresaid, nome: found.nome }
}

export const meta = painelTitled('Certificados')

const WARNINGS = {
  mudou: 'a lista mudou, e as partes podem ser outras. Baixe de novo as que você já tinha.',
  letras: 'nenhum nome desta parte pode ser impresso: corrija a escrita deles, abaixo.',
  ocupado: 'muitos certificados estão sendo feitos agora. Espere um minuto e baixe esta parte de novo.',
}

export default function Certificados() {
  const page = useLoaderData<typeof loader>()
  const { feito, empresa, total, partes, porArquivo, isSigned, semLetras } = page
  return (
    <Painel
      current="Listas"
      title="Certificados"
      kicker={<Back empresa={empresa} href="/painel/listas" nome="Listas" />}
      gauge={total > 0 ? <span>{countOf(total, 'pessoa entrou', 'pessoas entraram')}</span> : null}
    >
      <Outcome nome={feito} done={{}} warnings={WARNINGS} />
      {total === 0 ? (
        <p>{noneTold(page)}</p>
      ) : (
        <>
          <p>
            {`Em PDF, para imprimir: A4 deitado, uma página para cada pessoa que entrou, por ordem de nome${partes.length > 1 ? `, em partes de até ${porArquivo}` : ''}.`}
          </p>
          {isSigned ? null : (
            <p className="nota">
              Os certificados saem sem quem assina. Escreva os nomes em <a href="/painel/evento">Evento</a>{' '}
              antes de imprimir.
            </p>
          )}
          <Table caption="Partes" isCaptionHidden heads={['Parte', 'Nomes', 'Tamanho', { hidden: 'Baixar' }]}>
            {partes.map(({ parte, de, ate, count, href }) => (
              <tr key={parte}>
                <th scope="row">{`Parte ${parte}`}</th>
                <td>{count === 1 ? de : `De ${de} até ${ate}`}</td>
                <td>{countOf(count, 'página', 'páginas')}</td>
                <td>
                  <ActLink href={href}>
                    Baixar PDF<span className="oculto">{`, parte ${parte}`}</span>
                  </ActLink>
                </td>
              </tr>
            ))}
          </Table>
          {semLetras.length === 0 ? null : (
            <>
              <p>
                Sem certificado, porque o nome tem letras que ele não tem. Escreva cada um com as nossas
                letras, e baixe de novo:
              </p>
              <ul>
                {semLetras.map(({ nome, href }) => (
                  <li key={href}>
                    <a href={href}>{nome}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <p className="pagina">
        {empresa === null ? null : <ActLink href={certificadosHref(null)}>De todas as empresas</ActLink>}
        {total === 0 ? null : <ActLink href={filaHref('certificado')}>Enviar pelo WhatsApp</ActLink>}
      </p>
    </Painel>
  )
}

/** Why there are none. */
function noneTold(page: ReturnType<typeof useLoaderData<typeof loader>>): string {
  const { prazo, desde, isDescribed, isCancelled, isErased, empresa } = page
  if (!isDescribed) return 'Nenhum evento está descrito: ainda não há certificados.'
  if (isCancelled) return 'O evento foi cancelado: não há certificados.'
  if (prazo === 'cedo')
    return `Depois do evento, a partir de ${desde}, há um certificado para cada pessoa que entrou.`
  if (prazo === 'passou') return 'Chegou o dia de apagar os dados dos convidados: não há mais certificados.'
  if (isErased) return 'Os dados dos convidados foram apagados: não há mais certificados.'
  return `Ninguém entrou${empresa === null ? '' : ` por ${empresa.nome}`}. Uma entrada anulada não conta.`
}
