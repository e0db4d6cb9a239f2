namespace AkkaInstrumentation.Tests;

/// <summary>Sends many messages, without a sender.</summary>
public static class Sending
{
    /// <summary>Sends so many numbers, from 0 on.</summary>
    public static void TellNumbers(this ICanTell receiver, int count)
    {
        for (var i = 0; i < count; i++)
        {
            receiver.Tell(i, ActorRefs.NoSender);
        }
    }

    /// <summary>The same, where the last one is a question. Whoever answers has handled all of them when the task ends.</summary>
    public static Task AskNumbers(this IActorRef receiver, int count)
    {
        receiver.TellNumbers(count - 1);
        return receiver.Ask<int>(count - 1, TimeSpan.FromSeconds(20));
    }

    /// <summary>Sends the same message so many times.</summary>
    public static void TellTimes(this ICanTell receiver, int times, object message)
    {
        for (var i = 0; i < times; i++)
        {
            receiver.Tell(message, ActorRefs.NoSender);
        }
    }

    /// <summary>Sends so many messages, each made from its number, from 0 on.</summary>
    public static void TellEach(this ICanTell receiver, int count, Func<int, object> message, IActorRef? sender = null)
    {
        for (var i = 0; i < count; i++)
        {
            receiver.Tell(message(i), sender);
        }
    }
}
