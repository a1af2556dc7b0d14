import type { Language } from '../people/names.ts';
import type { Thread } from './thread.ts';

/** As `english.ts`, for people who share another language. */
export const inOtherLanguages: Readonly<Record<Exclude<Language, 'en'>, readonly Thread[]>> = {
  ar: [
    ['صباح الخير! نلتقي اليوم الساعة {time}.', 'صباح النور، شكرًا.', 'سأتأخر قليلًا.'],
    ['هل يمكن أن تصلّي من أجل عائلتي؟', 'بالتأكيد، أصلّي من أجلكم.', 'الرب معكم 🙏', '>شكرًا من كل قلبي.'],
    ['أين مفتاح السيارة؟', 'على الطاولة في المكتب.', 'وجدته، شكرًا!'],
    ['عيد ميلاد سعيد! 🎉', 'كل عام وأنت بخير', 'شكرًا جزيلًا ❤️'],
    ['هل قرأت رسالة {name}؟', 'نعم، سأجيب غدًا.', 'تمام.'],
  ],
  de: [
    ['Guten Morgen! Treffen wir uns um {time}?', 'Ja, gern. Bei dir?', 'Ja, der Kaffee läuft schon ☕'],
    ['Wer hat den Schlüssel vom Keller?', 'Hängt wieder am Brett.', 'Danke!'],
    [
      'Kannst du am Sonntag die Begrüßung übernehmen?',
      'Mach ich. Wie viele Gäste kommen?',
      'Etwa {number}.',
      '>Dann brauchen wir mehr Stühle.',
    ],
    ['Die Überweisung ist raus.', 'Super, vielen Dank für die Mühe!'],
    [
      'Betest du bitte für meine Mutter? Sie wird am Dienstag operiert.',
      'Natürlich. Wie geht es ihr?',
      'Sie ist ruhig. Ruhiger als wir.',
    ],
  ],
  es: [
    ['¡Buenos días! La reunión es a las {time}.', '¡Gracias! Allí estaré.', 'Yo llego un poco tarde.'],
    [
      '¿Pueden orar por mi hermano? Hoy tiene una entrevista.',
      'Claro que sí, estamos orando 🙏',
      'Dios está con él.',
      '>¡Le dieron el trabajo!',
      '¡Gloria a Dios!',
    ],
    ['¿Quién cocina el sábado?', 'Yo puedo, pero necesito ayuda con las tortillas.', 'Te ayudo 🙋', 'Perfecto.'],
    ['¡Feliz cumpleaños, {name}! 🎂', '¡Muchas bendiciones!', '¡Que cumplas muchos más!'],
    ['¿Viste mi mochila azul?', 'Está en la recepción.', '¡Gracias!'],
  ],
  fr: [
    ['Bonjour ! On se retrouve à {time} ?', 'Oui, à tout à l’heure.', 'Je prends le café.'],
    ['Priez pour {name}, s’il vous plaît : elle part demain.', 'Bien sûr.', 'Que Dieu l’accompagne 🙏'],
    ['As-tu retrouvé les clés ?', 'Oui, elles étaient dans la voiture.', 'Ouf !'],
    ['Il nous faut {number} chaises de plus pour dimanche.', 'Il y en a à l’étage.', '>Je les descends ce soir.'],
  ],
  hi: [
    ['सुप्रभात! आज की प्रार्थना सभा {time} बजे है।', 'धन्यवाद, मैं आऊँगी।', 'मैं भी।'],
    ['कृपया मेरे पिताजी के लिए प्रार्थना कीजिए।', 'ज़रूर। अब वे कैसे हैं?', 'पहले से बेहतर, धन्यवाद 🙏'],
    ['क्या खाना तैयार है?', 'हाँ, आ जाइए।', 'दो मिनट में।'],
  ],
  id: [
    ['Selamat pagi! Rapat hari ini jam {time} ya.', 'Siap, terima kasih.', 'Saya agak terlambat.'],
    ['Tolong doakan keluarga saya.', 'Pasti, kami doakan.', 'Tuhan memberkati 🙏', '>Terima kasih banyak.'],
    ['Siapa yang bisa jemput {name} di bandara?', 'Saya bisa.', 'Mantap 👍'],
  ],
  ja: [
    ['おはようございます。今日の祈祷会は{time}からです。', 'ありがとうございます。行きます。', '少し遅れます。'],
    ['母のためにお祈りください。', 'お祈りしています。', '>昨日退院しました。ありがとうございます。', 'よかったです🙏'],
    ['明日の昼ごはんは何人ですか？', '{number}人です。', 'わかりました。'],
  ],
  ko: [
    ['좋은 아침이에요! 오늘 모임은 {time}입니다.', '네, 감사합니다.', '조금 늦을 것 같아요.'],
    ['저희 아버지를 위해 기도해 주세요.', '네, 기도할게요 🙏', '지금은 어떠세요?', '>많이 좋아지셨어요. 감사합니다!'],
    ['내일 찬양 인도 누가 하나요?', '제가 할게요.', '감사합니다!', '몇 시에 연습해요?', '{time}에 봐요.'],
    ['생일 축하해요! 🎂', '축하합니다!', '고마워요 ❤️'],
  ],
  pt: [
    ['Bom dia! A reunião mudou para as {time}.', 'Obrigado por avisar!', 'Chego em dez minutos.'],
    [
      'Vocês podem orar pela minha avó?',
      'Claro, estamos orando.',
      'Deus está no controle 🙏',
      '>Ela já está em casa!',
      'Glória a Deus!',
    ],
    ['Quem vai buscar {name} no aeroporto?', 'Eu vou, já combinei com ele.', 'Valeu!'],
    ['Parabéns, {name}! 🎉', 'Feliz aniversário!', 'Tem bolo? 😄', 'Tem, às {time}.'],
  ],
  sw: [
    ['Habari za asubuhi! Tunakutana saa {time}.', 'Nzuri, asante.', 'Nitachelewa kidogo.'],
    [
      'Tafadhali niombee, nina safari kesho.',
      'Tunakuombea. Safari njema!',
      'Mungu akubariki 🙏',
      '>Asante sana, nimefika salama.',
    ],
    ['Nani anapika leo?', 'Mimi. Ugali na sukuma.', 'Karibu sana!'],
  ],
  th: [
    ['สวัสดีตอนเช้าค่ะ วันนี้ประชุมอธิษฐานเวลา {time}', 'ขอบคุณค่ะ แล้วเจอกัน', 'ผมมาช้านิดหน่อยนะครับ'],
    ['ช่วยอธิษฐานเผื่อแม่ของฉันด้วยค่ะ', 'ได้เลย อธิษฐานอยู่นะ 🙏', '>ขอบคุณมากค่ะ แม่ดีขึ้นแล้ว'],
  ],
  uk: [
    ['Доброго ранку! Зустріч сьогодні о {time}.', 'Дякую, буду.', 'Я трохи запізнюся.'],
    [
      'Помоліться, будь ласка, за мого брата.',
      'Молимося 🙏',
      'Є новини?',
      '>Так, він удома. Дякую всім!',
      'Слава Богу!',
    ],
    ['Хто може забрати коробки в п’ятницю?', 'Я можу, маю машину.', 'Дуже дякую!'],
    ['З днем народження, {name}! 🎉', 'Вітаємо! Миру й радості тобі.'],
  ],
  zh: [
    ['早安！今天{time}開會。', '收到，謝謝。', '我會晚一點到。'],
    ['請為我的家人禱告。', '我們為你禱告🙏', '>謝謝大家，他們平安了。', '感謝主！'],
    ['明天誰可以去機場接人？', '我可以。', '太好了，{time}出發。'],
  ],
};

/** Words in people's own languages that appear in English chats: single words that everyone understands. */
export const oneWord: Readonly<Record<Language, string>> = {
  ar: 'آمين',
  de: 'Amen, so machen wir’s.',
  en: 'Amen',
  es: '¡Amén!',
  fr: 'Amen !',
  hi: 'आमीन',
  id: 'Amin',
  ja: 'アーメン',
  ko: '아멘',
  pt: 'Amém!',
  sw: 'Amina',
  th: 'อาเมน',
  uk: 'Амінь',
  zh: '阿們',
};
