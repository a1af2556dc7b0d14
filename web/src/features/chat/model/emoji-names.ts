/** Emojis by the names that other products use; the list shows the first name. */
const lines = `
👍 +1 thumbsup yes
👎 -1 thumbsdown no
❤️ heart love
😂 joy laugh
🙏 pray thanks please
🎉 tada party
🙂 smile_slightly slight_smile
😊 blush smile
😄 grin smiley happy
😁 beaming
😅 sweat_smile phew
🤣 rofl
😉 wink
😍 heart_eyes
🥰 in_love
😘 kiss
😋 yum
😎 cool sunglasses
🤔 thinking think
🤨 raised_eyebrow
😐 neutral
😏 smirk
🙄 eye_roll
😬 grimace
😌 relieved
😴 sleeping tired
😢 cry sad
😭 sob
😞 disappointed
😔 pensive
😟 worried
😕 confused
😮 wow open_mouth
😱 scream
😡 angry
🥺 pleading
🤒 sick fever
🤗 hug
🤫 shush quiet
🤯 mind_blown
🥳 partying
😇 angel innocent
🤷 shrug
🤦 facepalm
🙌 raised_hands praise hallelujah
👏 clap applause
👋 wave hello bye
🤝 handshake deal
👌 ok_hand perfect
✌️ peace victory
🤞 fingers_crossed
💪 strong muscle
👉 point_right
👈 point_left
👆 point_up
👇 point_down
✍️ writing
🙋 raising_hand me
🙇 bow
👀 eyes look
🧠 brain
💔 broken_heart
💛 yellow_heart
💚 green_heart
💙 blue_heart
💜 purple_heart
🤍 white_heart
💕 two_hearts
💯 hundred 100
✨ sparkles
⭐ star
🌟 glowing_star
🔥 fire
💡 idea bulb
✅ done check
❌ cross_mark x wrong
❓ question
❗ exclamation important
⚠️ warning
⏰ alarm clock
⏳ hourglass waiting
📅 calendar date
📌 pin
📎 paperclip
📖 book bible
✝️ cross christ
⛪ church
🕊️ dove
🕯️ candle
🎵 music song
🎶 notes singing
🎸 guitar
🥁 drum
🎤 microphone
🎁 gift present
🎂 cake birthday
🎈 balloon
🎊 confetti
☕ coffee
🍵 tea
🍞 bread
🍕 pizza
🍲 stew soup
🍚 rice
🍎 apple
🍌 banana
🍪 cookie
🍦 ice_cream
🍽️ plate dinner lunch
🏠 house home
🏫 school
🏥 hospital
✈️ plane flight
🚗 car
🚌 bus
🚲 bike
⛵ sailboat
🚢 ship
🌍 earth world
🏝️ island
⛰️ mountain
🏕️ camping
🏖️ beach
☀️ sun sunny
🌤️ partly_sunny
☁️ cloud
🌧️ rain
⛈️ storm
❄️ snow
🌈 rainbow
🌊 ocean
🌙 moon night
🌅 sunrise morning
🌻 sunflower
🌹 rose
🌷 tulip
🌱 seedling
🌳 tree
🐶 dog
🐱 cat
🐟 fish
🐑 sheep
🦁 lion
⚽ soccer football
🏀 basketball
🏐 volleyball
🏃 running run
🏊 swimming swim
🧹 cleaning broom
🔧 wrench repair
🔨 hammer
🔑 key
💰 money
📷 camera photo
💻 laptop computer
📱 phone mobile
☎️ telephone call
✉️ mail email letter
🆘 sos help
🔔 bell
👶 baby
👪 family
👫 couple
`;

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

/** Every name with its emoji, in the order of the list. */
export const namedEmojis: readonly NamedEmoji[] = lines
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [emoji = '', ...names] = line.split(' ');
    return names.map((name) => ({ emoji, name }));
  });

const byName = new Map(namedEmojis.map(({ emoji, name }) => [name, emoji]));

/** The emoji of a full name, as in ':pray:'. */
export const emojiNamed = (name: string) => byName.get(name.toLowerCase());
