import { Field, Option } from '~/shared/field'
import { Logo, useEvento } from '~/shared/page'

/** Which picture the invitation should show, as the form says it (`server/use-cases/imagem.ts`). */
export interface Escolhas {
  convite: 'desenhado' | 'propria'
  imagem: string
  alt: string
  logo: string
}

/** What is wrong with the choice, by field. */
export type Falhas = Partial<Record<'retrato' | 'paisagem' | 'logotipo' | 'alt', string>>

export const NOMES_DA_IMAGEM: Record<keyof Falhas, string> = {
  retrato: 'Imagem',
  paisagem: 'Imagem para telas largas',
  logotipo: 'Logo',
  alt: 'O que a imagem diz',
}

/** The largest file a field takes, in words. */
export const ORIGINAL_MAX = '10 MB'

const PICTURE = { type: 'file', accept: 'image/png,image/jpeg,image/webp' }
const LOGO = { type: 'file', accept: 'image/png,image/jpeg,image/webp,image/svg+xml' }

interface Props {
  escolha: Escolhas
  /** The event's own pictures; empty text for none. */
  eraImagem: string
  falhas: Falhas
}

/** The drawn invitation, or the organiser's own pictures. */
export function ImagemFields({ escolha, eraImagem, falhas }: Props) {
  const { convite, imagem, alt } = escolha
  const capa = useEvento()?.capa ?? null
  const isOwn = convite === 'propria' || imagem !== '' || eraImagem !== ''
  return (
    <fieldset className="grupo">
      <legend>Imagem do convite</legend>
      <ImagemHidden imagem={imagem} eraImagem={eraImagem} />
      <p className="nota">
        A que você já tem: foto, arte do Canva ou imagem do WhatsApp. Em pé, quadrada ou deitada, aparece
        inteira.
      </p>
      {isOwn ? (
        <>
          {capa === null ? null : <img className="amostra" src={capa} alt="A imagem de agora" />}
          <Option type="radio" name="convite" value="propria" defaultChecked={convite === 'propria'}>
            <b>A sua imagem</b>
            <span className="nota">{stateTold(escolha, eraImagem)}</span>
          </Option>
          <Option type="radio" name="convite" value="desenhado" defaultChecked={convite === 'desenhado'}>
            <b>Usar o desenho pronto</b>
            <span className="nota">Feito do que está escrito aqui: acompanha cada mudança.</span>
          </Option>
        </>
      ) : null}
      <Field
        id="retrato"
        label={eraImagem === '' ? 'Pôr a minha imagem' : 'Trocar a imagem'}
        error={falhas.retrato}
        {...PICTURE}
      />
      <p className="nota">
        {`PNG ou JPEG, de até ${ORIGINAL_MAX}. Abaixo dela colocamos a data, o lugar, o mapa e o botão. A mesma imagem vai na prévia do WhatsApp. Se a data mudar, confira se a imagem ainda serve.`}
      </p>
      <details open={Boolean(alt !== '' || (falhas.paisagem ?? falhas.alt))}>
        <summary>Outra imagem para computador, e a descrição da imagem</summary>
        <Field
          id="paisagem"
          label="Deitada, para telas largas (se houver)"
          error={falhas.paisagem}
          {...PICTURE}
        />
        <Field
          id="alt"
          label="O que a imagem diz (se quiser)"
          hint="Lida em voz alta para quem não enxerga. Em branco, são lidos os dados do evento."
          error={falhas.alt ?? null}
          value={alt}
          maxLength={300}
        />
      </details>
    </fieldset>
  )
}

/** The organiser's logo, or the ox. */
export function LogoFields({ escolha, falhas }: Pick<Props, 'escolha' | 'falhas'>) {
  const { logo } = escolha
  const isSent = logo !== '' && logo !== 'boi'
  const hasOwn = Boolean(useEvento()?.logo)
  return (
    <fieldset className="grupo">
      <legend>Logo</legend>
      <p className="nota">
        Vai no convite, na credencial, no crachá e no certificado, no lugar do desenho do boi.
      </p>
      <p className="amostra logo-atual">
        <Logo />
      </p>
      {isSent ? (
        <Option type="checkbox" name="logo" value={logo} defaultChecked>
          <b>Usar o logo que está guardado</b>
          <span className="nota">Só escolha outro arquivo para trocá-lo.</span>
        </Option>
      ) : null}
      <Field id="logotipo" label="Pôr o meu logo" error={falhas.logotipo} {...LOGO} />
      <p className="nota">{`SVG, PNG ou JPEG, de até ${ORIGINAL_MAX}. Melhor com o fundo transparente.`}</p>
      {isSent || !hasOwn ? null : (
        <Option type="checkbox" name="logo" value="boi" defaultChecked={logo === 'boi'}>
          <b>Voltar ao boi do desenho pronto</b>
        </Option>
      )}
    </fieldset>
  )
}

function stateTold({ convite, imagem }: Escolhas, eraImagem: string): string {
  if (imagem !== '' && convite === 'desenhado')
    return 'A de antes está guardada: escolha-a se ela serve também para este evento.'
  if (imagem !== '') return 'A que você enviou está pronta. Só escolha outra para trocá-la.'
  return eraImagem === ''
    ? 'Escolha o arquivo aqui abaixo.'
    : 'A que está no convite continua, se você não enviar outra.'
}

/** Hidden fields for the pictures. */
export function ImagemHidden({ eraImagem, ...escolha }: Partial<Escolhas> & Pick<Props, 'eraImagem'>) {
  return Object.entries({ 'era-imagem': eraImagem, ...escolha }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** Shown while pictures are prepared; the page reloads by itself. */
export function EmPreparo({ href }: { href: string }) {
  return (
    <div className="alerta">
      <p>
        <b>Em preparo</b>
      </p>
      <p>
        A sua imagem está sendo preparada para celulares e telas largas: leva até um minuto. Nada é gravado
        antes de você conferir.
      </p>
      <p className="nota">
        Esta página se atualiza sozinha. <a href={href}>Atualizar agora</a>
      </p>
    </div>
  )
}
