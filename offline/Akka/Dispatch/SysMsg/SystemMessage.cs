namespace Akka.Dispatch.SysMsg;

/// <summary>Life-cycle traffic; overtakes the user's messages.</summary>
public interface ISystemMessage
{
}

/// <summary>Is itself the node of the mailbox's list, so one instance can be in one mailbox only.</summary>
public abstract class SystemMessage : ISystemMessage
{
    internal SystemMessage? Next { get; set; }

    public void Unlink() => Next = null;
}
