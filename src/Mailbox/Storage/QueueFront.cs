namespace AkkaInstrumentation;

/// <summary>The front of a queue: messages that the actor puts back, the last one first. Running thread; any thread reads the count.</summary>
internal static class QueueFront
{
    /// <summary>The places that an empty front or heap may keep.</summary>
    public const int Kept = 512;

    /// <summary>Takes the first message; false when there is none. A front that was long gives its memory back.</summary>
    public static bool TryPop<T>(ref Stack<T>? front, out T message)
    {
        var stack = front;
        if (stack is null || !stack.TryPop(out message!))
        {
            message = default!;
            return false;
        }

        if (stack.Count == 0 && stack.EnsureCapacity(0) > Kept)
        {
            front = null;
        }

        return true;
    }
}
