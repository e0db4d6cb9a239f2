namespace AkkaInstrumentation;

/// <summary>Why a message was lost. They do not change; later versions add more.</summary>
public static class AkkaLossReasons
{
    /// <summary>Nobody has the address.</summary>
    public const string Undelivered = "undelivered";

    /// <summary>The mailbox was full.</summary>
    public const string Dropped = "dropped";

    /// <summary>It answers an <c>Ask</c> that had ended.</summary>
    public const string LateReply = "late_reply";

    /// <summary>No handler takes it.</summary>
    public const string Unhandled = "unhandled";

    /// <summary>Code published Akka's <c>Dropped</c>.</summary>
    public const string GivenUp = "given-up";

    /// <summary>A shard region had no place for it.</summary>
    public const string FullRegion = "full-region";
}
