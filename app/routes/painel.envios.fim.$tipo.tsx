import { useLoaderData } from '@remix-run/react'
import { pessoasOf, progressOf, tipoIn } from '~/painel/envios/fila.server'
import { filaHref, filaOf } from '~/painel/envios/filas'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { counted, Fim, UmPorVez } from '~/shared/envio'
import { pendingIn } from '~/shared/envios.server'
import { painelLoader } from '~/shared/equipe.server'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { countOf } from '~/shared/words'
import type { Tipo } from '../../server/domain/envio'
import { envioOf, readFila } from '../../server/use-cases/envios.ts'

export const handle: RouteHandle = { sheet: 'envios' }

/** What the end of a queue shows: who sent how many, what is left, and why. */
export const loader = painelLoader(async ({ services, aparelho: { aparelhoid: eu } }, { params }) => {
  const tipo = tipoIn(params.tipo)
  const fila = await readFila(services, tipo)
  return {
    tipo,
    ...progressOf(fila),
    enviaram: pessoasOf(fila)
      .filter(({ enviou }) => enviou > 0)
      .map(({ quem, nome, enviou }) => ({ nome: quem === eu ? 'você' : nome, enviou })),
    ...pendingIn(fila, eu),
    semNumero: fila.semNumero.length,
    semWhatsapp: fila.linhas.filter((linha) => envioOf(linha)?.estado === 'sem-whatsapp').length,
  }
})

export const meta = painelTitled('Fim da fila')

/** Who can still join a queue that is finished. */
const JOINED: Partial<Record<Tipo, string>> = {
  pessoal: 'Quem você convidar entra aqui sozinho.',
  lembrete: 'Quem se confirmar a partir de agora entra nesta fila sozinho.',
  certificado: 'Quem tiver a entrada lançada a partir de agora entra nesta fila sozinho.',
}

/** Nothing is left for this browser: how many were sent, and what holds up the others. */
export default function FimPage() {
  const page = useLoaderData<typeof loader>()
  const { tipo, feitos, faltam, enviaram, porEnviar } = page
  const lines = [
    ...(enviaram.length === 0
      ? []
      : [
          countOf(feitos, 'enviado', 'enviados') +
            (enviaram.length === 1
              ? ''
              : `: ${enviaram.map(({ nome, enviou }) => `${nome} ${enviou}`).join(', ')}`),
        ]),
    ...counted(page.abertos, 'aberta: falta dizer se foi', 'abertas: falta dizer se foram'),
    ...counted(page.comOutros, 'com outra pessoa agora', 'com outras pessoas agora'),
    ...counted(page.semNumero, 'precisa de número', 'precisam de número'),
    ...counted(page.semWhatsapp, 'não tem WhatsApp', 'não têm WhatsApp'),
  ]
  const title = porEnviar > 0 ? 'Ainda há o que enviar' : 'Fila terminada'
  const { nome } = filaOf(tipo)
  return (
    <Painel current="Envios" title={null}>
      <UmPorVez {...page} title={`${nome}, um por vez`} href={filaHref(tipo)} nome={nome}>
        <Fim title={title} lines={lines} nota={JOINED[tipo]}>
          {faltam > 0 ? <ButtonLink href={filaHref(tipo)}>Ver os que faltam</ButtonLink> : null}
          <OutlineLink href="/painel/envios">Voltar a envios</OutlineLink>
        </Fim>
      </UmPorVez>
    </Painel>
  )
}
