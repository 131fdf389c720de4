import { noForm, noStore, redirect, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { admitFormOf, admitPath } from '~/porta/entrada.server'
import { AdmitButton } from '~/porta/entrada'
import { Contato } from '~/shared/contato'
import { ButtonLink, Page, titled, OutlineLink } from '~/shared/page'
import { Badge, PresencaWithdrawn } from '~/convidado/credencial'
import { Faixa, type Mudou } from '~/convidado/faixa'
import { hasCertificado } from '~/shared/certificado.server'
import { faixaOf } from '~/convidado/faixa.server'
import { whenOf } from '~/shared/words'
import type { RouteHandle } from '~/shared/document'
import { leadWithoutEnd } from '~/shared/address-end.server'
import { convidadoOf, credencialPath, numeroOf, openCredencial, shownOf } from '~/shared/credenciais.server'
import { withErrorPage } from '~/shared/failure.server'
import { desistenciaOf, isOver, presencaOf, retiradaOf } from '~/convidado/presenca.server'
import { servicesOf } from '~/services.server'
import { credencialByWhatsapp } from '~/shared/links.server'

export const handle: RouteHandle = { sheet: 'credencial' }

export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const { anfitriao, ocasiao, local, cidade, contato } = evento
  const { token = '' } = params
  leadWithoutEnd(token, (meant) => services.parseToken(meant) && credencialPath(meant))
  const admitir = await admitFormOf(request, token, services)
  // At the door a replaced link still names somebody: the volunteer reads whose it was.
  if (admitir && services.parseToken(token)) {
    const opened = await withErrorPage(services, openCredencial(token, services))
    if (opened.kind === 'replaced') throw redirect(admitPath(token))
  }
  const convidado = await convidadoOf(token, services)
  const { convidado: dados, path, link } = shownOf(convidado, request, services)
  const [desistencia, numero] = await Promise.all([
    desistenciaOf(convidado, services),
    withErrorPage(services, numeroOf(convidado, services)),
  ])
  const certificado = (await hasCertificado(convidado, services)) ? `${path}/certificado` : null
  // Whoever has one came, whatever was said before.
  const retirada = certificado === null ? retiradaOf(desistencia, services) : null
  return noStore({
    admitir,
    mudou: faixaOf(services, convidado.credencial.credencialid),
    cracha: { ...dados, numero, anfitriao, ocasiao, quando: whenOf(evento), local, cidade },
    contato,
    retirada: retirada && { ...retirada, prazo: presencaOf(convidado, services).prazo },
    presenca: `${path}/presenca`,
    isOver: isOver(services),
    certificado,
    // A calendar that took in a withdrawal ignores anything older.
    calendar: desistencia ? `${path}/evento.ics` : '/evento.ics',
    imagem: `${path}/convite.png`,
    whatsapp: credencialByWhatsapp(evento, link),
  })
}

export const action = noForm

export const meta = titled<typeof loader>((data) => `Credencial de ${data?.cracha.nome ?? ''}`)

export default function Credencial() {
  const { admitir, mudou, cracha, contato, imagem, whatsapp, retirada, presenca, isOver, calendar } =
    useLoaderData<typeof loader>()
  const { certificado } = useLoaderData<typeof loader>()
  if (retirada) {
    return (
      <Page>
        {admitir ? <AdmitButton {...admitir} /> : null}
        <Faixa mudou={mudou} />
        <PresencaWithdrawn
          {...retirada}
          nome={cracha.nome}
          action={presenca}
          calendar={calendar}
          refusal={null}
        />
      </Page>
    )
  }
  const isCancelado = mudou?.kind === 'cancelado'
  return (
    <Page>
      {admitir ? <AdmitButton {...admitir} /> : null}
      <Faixa mudou={mudou}>{isCancelado ? null : <a href={presenca}>NÃO PODEREI IR</a>}</Faixa>
      <Badge {...cracha} />
      <div className="acoes">
        {certificado === null ? null : <ButtonLink href={certificado}>MEU CERTIFICADO</ButtonLink>}
        {mudou ? (
          <ButtonLink href={calendar}>{isCancelado ? 'TIRAR DA AGENDA' : 'MUDAR NA MINHA AGENDA'}</ButtonLink>
        ) : null}
        {isCancelado ? null : (
          <>
            <a
              className={mudou || certificado !== null ? 'botao contorno' : 'botao'}
              href={imagem}
              download="convite.png"
            >
              SALVAR NA GALERIA
            </a>
            {mudou || isOver ? null : <OutlineLink href={calendar}>ADICIONAR À AGENDA</OutlineLink>}
            <OutlineLink href={whatsapp}>ENVIAR PELO WHATSAPP</OutlineLink>
          </>
        )}
        <OutlineLink href="/">VOLTAR AO CONVITE</OutlineLink>
      </div>
      <Copia mudou={mudou} />
      <p className="nota">
        {'Nome ou número errado? Fale com a organização: '}
        <Contato contato={contato} />.
        {isOver || mudou ? null : (
          <>
            {' '}
            <a href={presenca}>Não poderei ir</a>.
          </>
        )}
      </p>
    </Page>
  )
}

/** Some calendars make a copy of an entry that moved. */
function Copia({ mudou }: { mudou: Mudou | null }) {
  if (mudou?.kind !== 'mudou') return null
  const former = mudou.dia === null ? 'a antiga' : `a de ${mudou.dia}`
  return <p className="nota">{`Se aparecer duas vezes na agenda, apague ${former}.`}</p>
}
