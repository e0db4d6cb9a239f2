using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Messages of so many types to so many actors, so many at a time: a wave is sent, and the next one when it is processed.
/// Held, the actors begin when the whole wave waits. The sizes are in the name, by which a measuring process is started.
/// </summary>
internal sealed class Spread : IWorkload
{
    private const string Prefix = "spread";

    private static readonly Type[] Digits =
    [
        typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
        typeof(float), typeof(double), typeof(decimal), typeof(char), typeof(bool), typeof(DateTime), typeof(TimeSpan), typeof(Guid),
    ];

    private readonly int _actors;
    private readonly int _types;
    private readonly int _wave;
    private readonly int _threads;
    private readonly bool _payload;
    private readonly Done _done = new();
    private readonly object[] _messages;
    private readonly IActorRef[] _targets;

    public Spread(int actors = 10, int types = 3, int wave = 3_000, int threads = 0, bool held = false)
    {
        (_actors, _types, _wave, _threads, _payload) = (actors, types, wave, threads, held);
        _targets = new IActorRef[actors];
        _messages = [.. Enumerable.Range(0, types).Select(Message)];
    }

    public string Name => string.Create(CultureInfo.InvariantCulture, $"{Prefix}-{_actors}-{_types}-{_wave}-{_threads}-{(_payload ? 1 : 0)}");

    public string What => "waves of messages of several types to several actors";

    // one at a time a message costs the waking of a thread
    public int Messages => Math.Max((int)Math.Clamp(_wave * 30_000L, 100_000, 600_000), _wave);

    // no threads given: the runtime's pool, as Akka has it by default
    public string Hocon => _threads == 0 ? "" : $$"""
        akka.actor.default-dispatcher {
          executor = fork-join-executor
          fork-join-executor { parallelism-min = {{_threads}}, parallelism-max = {{_threads}} }
        }
        """;

    public static bool Is(string name) => name.StartsWith(Prefix, StringComparison.Ordinal);

    public static Spread Parse(string name)
    {
        var sizes = name.Split('-')[1..].Select(size => int.Parse(size, CultureInfo.InvariantCulture)).ToArray();
        return new Spread(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4] == 1);
    }

    public Task Start(ActorSystem system)
    {
        for (var i = 0; i < _actors; i++)
        {
            _targets[i] = system.ActorOf(Props.Create(() => new HeldActor(_done)));
        }

        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var sent = 0L;
        while (sent < messages)
        {
            var done = _done.Expect(_actors);
            using var hold = new ManualResetEventSlim();
            if (_payload)
            {
                Hold(hold);
            }

            Wave();
            hold.Set();
            await done;
            sent += _wave + (_payload ? 2 * _actors : _actors);
        }

        return sent;
    }

    private void Wave()
    {
        for (var i = 0; i < _wave; i++)
        {
            _targets[i % _actors].Tell(WorkActor.Packed(_messages[i % _types]), ActorRefs.NoSender);
        }

        foreach (var target in _targets)
        {
            target.Tell(WorkActor.Packed(HeldActor.Last.Message), ActorRefs.NoSender);
        }
    }

    private void Hold(ManualResetEventSlim hold)
    {
        foreach (var target in _targets)
        {
            target.Tell(WorkActor.Packed(new HeldActor.Hold(hold)), ActorRefs.NoSender);
        }
    }

    private static object Message(int number) => Activator.CreateInstance(typeof(Kind<,,>).MakeGenericType(
        Digits[number % Digits.Length],
        Digits[number / Digits.Length % Digits.Length],
        Digits[number / (Digits.Length * Digits.Length)]))!;

    private sealed class Kind<T1, T2, T3>;
}
