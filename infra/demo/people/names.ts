/** The languages that people of the demo share besides English, which all of them speak. */
export type Language = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'hi' | 'id' | 'ja' | 'ko' | 'pt' | 'sw' | 'th' | 'uk' | 'zh';

/**
 * People of one place: names in their own script, and, where that is not Latin, followed by their spelling in an e-mail
 * address.
 */
export interface Place {
  readonly language: Language;
  /** A phone number; each 9 is any digit. */
  readonly phone: string;
  readonly given: string;
  readonly family: string;
  /** The family name comes first, without a space in scripts that need none. */
  readonly familyFirst?: 'spaced' | 'joined';
}

export const places: readonly Place[] = [
  {
    language: 'en',
    phone: '+1 808 999 9999',
    given: 'Abigail, Caleb, Naomi, Micah, Lydia, Ethan, Rebekah, Noah, Hannah, Silas',
    family: 'Whitfield, Carter, Nakamura, Brooks, Sullivan, Kahananui, Reyes, Thompson, McAllister',
  },
  {
    language: 'en',
    phone: '+234 803 999 9999',
    given: 'Chidinma, Emeka, Folake, Tunde, Ngozi, Adaeze, Oluwaseun, Ifeoma, Chukwuemeka, Blessing',
    family: 'Okafor, Adeyemi, Eze, Balogun, Nwosu, Okonkwo, Ogunleye, Abubakar',
  },
  {
    language: 'sw',
    phone: '+254 712 999 999',
    given: 'Wanjiru, Samuel, Achieng, Mercy, Kamau, Faith, Otieno, Neema, Baraka, Zawadi',
    family: 'Mwangi, Odhiambo, Kimani, Wambui, Njoroge, Mushi, Kipchoge, Mutua',
  },
  {
    language: 'es',
    phone: '+52 55 9999 9999',
    given: 'Tomás, Lucía, Mateo, Ximena, José Ángel, Valentina, Santiago, Inés, Joaquín, Belén',
    family: 'Herrera, Fernández-Castellanos, Quispe, Muñoz, Peña, Ibáñez, Rodríguez, Núñez',
  },
  {
    language: 'pt',
    phone: '+55 11 99999 9999',
    given: 'Ana Lúcia, João, Beatriz, Josué, Conceição, Davi, Thaís, Estêvão, Letícia',
    family: 'Ferreira, Gonçalves, da Silva, Martins, Araújo, dos Santos, Magalhães',
  },
  {
    language: 'de',
    phone: '+49 170 9999999',
    given: 'Jürgen, Marlene, Götz, Käthe, Lukas, Annika, Matthäus, Friederike',
    family: 'Fischer, Müller, Schröder, Weiß, Köhler, Brandt, Größlinger',
  },
  {
    language: 'fr',
    phone: '+33 6 99 99 99 99',
    given: 'Élodie, Benoît, Chloé, Théo, Aïcha, François, Noémie, Mathéo',
    family: 'Lefèvre, Dubois, Traoré, Béranger, N’Guessan, Chevalier, Ouédraogo',
  },
  {
    language: 'en',
    phone: '+46 70 999 99 99',
    given: 'Jonas, Åsa, Søren, Ingrid, Björn, Maija, Þóra, Mikkel',
    family: 'Lindqvist, Ødegaard, Sørensen, Virtanen, Håkansson, Jónsdóttir',
  },
  {
    language: 'en',
    phone: '+48 501 999 999',
    given: 'Marta, Łukasz, Zofia, Jiří, Kateřina, Márton, Ilona, Ștefan',
    family: 'Kowalska, Novák, Wójcik, Dvořáková, Szabó, Popescu',
  },
  {
    language: 'uk',
    phone: '+380 67 999 9999',
    given: 'Олена:olena, Тарас:taras, Ірина:iryna, Богдан:bohdan, Соломія:solomiia, Андрій:andrii, Надія:nadiia',
    family: 'Шевченко:shevchenko, Коваленко:kovalenko, Бондар:bondar, Мельник:melnyk, Лисенко:lysenko',
  },
  {
    language: 'en',
    phone: '+30 694 999 9999',
    given: 'Ελένη:eleni, Νίκος:nikos, Σοφία:sofia, Γιώργος:giorgos, Δήμητρα:dimitra',
    family: 'Παπαδόπουλος:papadopoulos, Γεωργίου:georgiou, Αντωνίου:antoniou',
  },
  {
    language: 'ar',
    phone: '+961 3 999 999',
    given: 'مريم:maryam, يوسف:youssef, ليلى:layla, إلياس:elias, رنا:rana, جورج:george, هدى:houda, سامر:samer',
    family: 'حداد:haddad, خوري:khoury, منصور:mansour, النجار:najjar, عبد النور:abdelnour',
  },
  {
    language: 'en',
    phone: '+972 54 999 9999',
    given: 'מרים:miriam, דוד:david, נעמה:naama, יונתן:yonatan, תמר:tamar',
    family: 'לוי:levi, כהן:cohen, ברק:barak, שפירא:shapira',
  },
  {
    language: 'en',
    phone: '+251 91 999 9999',
    given: 'ሰላም:selam, ዳዊት:dawit, ሄለን:helen, ያሬድ:yared, ማርታ:marta',
    family: 'ተስፋዬ:tesfaye, ገብረ:gebre, በቀለ:bekele, ኃይሉ:hailu',
  },
  {
    language: 'hi',
    phone: '+91 98999 99999',
    given: 'प्रिया:priya, अर्जुन:arjun, अनन्या:ananya, संजय:sanjay, मीरा:meera, डेविड:david',
    family: 'शर्मा:sharma, मसीह:masih, वर्मा:verma, गुप्ता:gupta, राय:rai',
  },
  {
    language: 'en',
    phone: '+91 94999 99999',
    given: 'அனிதா:anitha, ஜான்:john, கவிதா:kavitha, பிரபு:prabhu',
    family: 'சாமுவேல்:samuel, ராஜன்:rajan, தேவராஜ்:devaraj',
  },
  {
    language: 'th',
    phone: '+66 81 999 9999',
    given: 'สมชาย:somchai, นภา:napa, อรุณี:arunee, ธนากร:thanakorn, มาลี:malee',
    family: 'ศรีสุข:srisuk, วงศ์ไทย:wongthai, ใจดี:jaidee, ทองคำ:thongkham',
  },
  {
    language: 'ko',
    phone: '+82 10 9999 9999',
    familyFirst: 'joined',
    given: '하은:haeun, 민준:minjun, 서연:seoyeon, 지훈:jihoon, 예린:yerin, 주원:juwon',
    family: '김:kim, 이:lee, 박:park, 최:choi, 정:jung',
  },
  {
    language: 'ja',
    phone: '+81 90 9999 9999',
    familyFirst: 'spaced',
    given: '花:hana, 健太:kenta, 美咲:misaki, 翔:sho, 恵:megumi, 大輔:daisuke',
    family: '鈴木:suzuki, 佐藤:sato, 田中:tanaka, 渡辺:watanabe, 小林:kobayashi',
  },
  {
    language: 'zh',
    phone: '+886 912 999 999',
    familyFirst: 'joined',
    given: '恩慈:enci, 志明:zhiming, 雅婷:yating, 建宏:jianhong, 淑芬:shufen, 博文:bowen',
    family: '陳:chen, 林:lin, 黃:huang, 張:zhang, 吳:wu',
  },
  {
    language: 'id',
    phone: '+62 812 9999 9999',
    given: 'Dewi, Budi, Putri, Yohanes, Sari, Agus, Kristina, Bayu',
    family: 'Simanjuntak, Wijaya, Hutapea, Santoso, Manurung, Siregar',
  },
  {
    language: 'en',
    phone: '+63 917 999 9999',
    given: 'Maria Clara, Jun-Jun, Liezel, Efren, Rosario, Benjie',
    family: 'dela Cruz, Bautista, Reyes, Villanueva, Macaraeg',
  },
  {
    language: 'en',
    phone: '+676 77 99999',
    given: 'Tevita, Mele, Sione, ʻAna, Lupe, Semisi, Leilani',
    family: 'Fifita, Taufaʻahau, Tuʻipulotu, Vainikolo, Kealoha',
  },
  {
    language: 'en',
    phone: '+31 6 99999999',
    given: 'Anneke, Pieter, Marijke, Sjoerd, Femke, Micah',
    family: 'de Vries, van der Merwe, ’t Hooft, Janssen, van den Heuvel',
  },
  {
    language: 'en',
    phone: '+84 90 999 99 99',
    familyFirst: 'spaced',
    given: 'Thị Hương, Văn Minh, Ngọc Ánh, Quốc Bảo, Thu Thảo',
    family: 'Nguyễn, Trần, Lê, Phạm, Đặng',
  },
];
